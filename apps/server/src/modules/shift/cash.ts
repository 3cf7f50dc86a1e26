/** Cash in and out of the drawer of a shift. Source: decisions B11. */
import type { BodyOf } from '@atoll/domain/contract/endpoint';
import type * as contract from '@atoll/domain/contract/shift';
import type { Shift } from '@atoll/domain/contract/shift';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { type BillActor, requirePermission } from '../bill/service.ts';
import { findShiftRow } from './queries.ts';
import { present, tell } from './record.ts';

type CashInput = BodyOf<typeof contract.shiftCash>;

/** Answers the shift with the cash event in it; a known key changes nothing. Refused: 'notFound', 'shiftClosed', 'keyReused', 'forbidden'. */
export function addCash(store: Store, actor: BillActor, input: CashInput): Promise<Shift> {
  requirePermission(actor, input.kind === 'In' ? 'cash.in' : 'cash.out');
  return store.writeOutlet(actor.outletId, (tx) => moveCash(tx, actor, input));
}

/** The same within another command, which has asked who may. */
export async function moveCash(tx: OutletTx, actor: BillActor, input: CashInput): Promise<Shift> {
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
  const { kind, amount, reason } = input;
  tx.write(
    tx.db.insertInto('cash_event').values({
      outlet_id: actor.outletId,
      key,
      shift_id: shift.id,
      kind,
      amount,
      reason,
      at: tx.now,
      made_by: actor.userId,
      made_by_name: actor.name,
    }),
  );
  tx.write(
    tx.db.updateTable('shift').set({ version }).where('outlet_id', '=', actor.outletId).where('id', '=', shift.id),
  );
  tell(tx, actor, { ...shift, version }, kind === 'In' ? 'CashIn' : 'CashOut', { kind, amount, reason });
  return present(tx, { ...shift, version });
}
