/** What every write of a shift has in common. */

import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { ShiftRow } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { BillActor } from '../bill/service.ts';
import { presentShift } from './present.ts';
import { cashOf } from './queries.ts';

/** Answers the shift with its cash events as the command sees them. */
export async function present(tx: OutletTx, row: ShiftRow): Promise<Shift> {
  return presentShift(row, await cashOf(tx.db, tx.head.outletId, [row.id]));
}

/** Writes what happened to a shift into the history and tells the others. */
export function tell(
  tx: OutletTx,
  actor: BillActor,
  shift: { readonly key: string; readonly id: number; readonly version: number },
  action: HistoryAction,
  after: unknown,
  approvalKey: string | null = null,
): void {
  const { userId, sentBy, isRevoked, deviceId, connectionId } = actor;
  tx.history({
    subject: 'Shift',
    subjectKey: shift.key,
    action,
    userId,
    sentBy,
    isRevoked,
    deviceId,
    approvalKey: approvalKey ?? actor.sendApproval ?? null,
    after,
  });
  const told = action === 'Opened' ? 'Created' : 'Updated';
  tx.change({ entity: 'Shift', id: shift.id, version: shift.version, action: told }, connectionId);
}
