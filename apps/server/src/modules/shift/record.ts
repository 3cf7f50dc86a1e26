/** What every command of shifts uses: the shift as JSON, history and change log. */

import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import { markSentEntry } from '../../platform/store/outlet/sent-entry.ts';
import type { ShiftRow } from '../../platform/store/schema/schema.ts';
import type { HistoryNote, OutletTx } from '../../platform/store/store.ts';
import type { BillActor } from '../bill/service.ts';
import { presentShift } from './present.ts';
import { cashOf } from './queries.ts';

/** Returns the shift with its cash events, read in the transaction of the command. */
export async function present(tx: OutletTx, row: ShiftRow): Promise<Shift> {
  return presentShift(row, await cashOf(tx.db, tx.head.outletId, [row.id]));
}

/** Writes a change of a shift into the history and the change log. */
export function recordChange(
  tx: OutletTx,
  actor: BillActor,
  shift: { readonly key: string; readonly id: number; readonly version: number },
  action: HistoryAction,
  { after, written }: Pick<HistoryNote, 'after' | 'written'>,
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
    written,
  });
  markSentEntry(tx, actor);
  const change = action === 'Opened' ? 'Created' : 'Updated';
  tx.change({ entity: 'Shift', id: shift.id, version: shift.version, action: change }, connectionId);
}
