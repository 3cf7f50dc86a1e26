/** Cash in and out of the drawer of a shift. Source: docs/rules.md#cash-events. */

import type * as contract from '@atoll/domain/contract/bill/shift';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { allow, type BillActor } from '../bill/service.ts';
import { findShiftRow } from './queries.ts';
import { present, recordChange } from './record.ts';

type CashInput = BodyOf<typeof contract.shiftCash>;
/** A cash event of another command has the type that the command gives. */
type CashMove = Omit<CashInput, 'type'> & { readonly type?: string | undefined };

/** Writes a cash event and returns the shift with it; a known key changes nothing. Refused: 'notFound', 'shiftClosed', 'keyReused', 'forbidden'. */
export function addCash(store: Store, actor: BillActor, input: CashInput): Promise<Shift> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { kind, amount } = input;
    const permission = kind === 'In' ? 'cash.in' : 'cash.out';
    const subjectKey = String(input.shiftId);
    const isKnown = await isCashKnown(tx, input.key);
    const approval = isKnown ? null : await allow(tx, actor, [{ permission, subjectKey, amount }]);
    return moveCash(tx, actor, input, approval);
  });
}

/** Writes a cash event within another command, which has checked the permission. Returns the shift. Refused as in `addCash`. */
export async function moveCash(
  tx: OutletTx,
  actor: BillActor,
  input: CashMove,
  approval: string | null = null,
): Promise<Shift> {
  const key = input.key.toLowerCase();
  const shift = await findShiftRow(tx.db, actor.outletId, input.shiftId);
  if (shift === undefined) throw refused('notFound');
  const known = await tx.db
    .selectFrom('cash_event')
    .selectAll()
    .where('outlet_id', '=', actor.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known !== undefined) {
    const isSame = known.shift_id === shift.id && known.kind === input.kind && known.amount === input.amount;
    if (!isSame) throw refused('keyReused');
    return present(tx, shift);
  }
  if (!shift.is_open) throw refused('shiftClosed');
  const version = shift.version + 1;
  const { kind, amount, reason, type = kind === 'In' ? 'PayIn' : 'PayOut', payee = '' } = input;
  const row = {
    key,
    shift_id: shift.id,
    kind,
    amount,
    reason,
    type,
    payee,
    approval_key: approval,
    at: tx.now,
    made_by: actor.userId,
    made_by_name: actor.name,
  };
  tx.write(tx.db.insertInto('cash_event').values({ ...row, outlet_id: actor.outletId }));
  tx.write(
    tx.db.updateTable('shift').set({ version }).where('outlet_id', '=', actor.outletId).where('id', '=', shift.id),
  );
  recordChange(
    tx,
    actor,
    { ...shift, version },
    kind === 'In' ? 'CashIn' : 'CashOut',
    { after: { key, kind, amount, reason, type }, written: { cash_event: row } },
    approval,
  );
  return present(tx, { ...shift, version });
}

/** Returns whether the key was written before: a retry needs no second approval. */
async function isCashKnown(tx: OutletTx, key: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('cash_event')
    .select('key')
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}
