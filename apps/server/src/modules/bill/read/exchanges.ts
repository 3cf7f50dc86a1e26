/** Corrections of payment methods, which are rows beside their bills. Source: docs/rules.md#payment-exchanges. */
import type { PaymentExchange } from '@atoll/domain/payment/exchange';
import type { Kysely, Selectable } from 'kysely';
import type { Database, PaymentExchangeTable } from '../../../platform/store/schema/schema.ts';
import { instant } from '../input/device-time.ts';

type Row = Selectable<PaymentExchangeTable>;

const rowsOf = (db: Kysely<Database>, outletId: number) =>
  db.selectFrom('payment_exchange').selectAll().where('outlet_id', '=', outletId).orderBy('at').orderBy('key');

const present = ({ of_key, reversed, captured, reason, at, made_by_name }: Row): PaymentExchange => ({
  ofKey: of_key,
  reversed,
  captured,
  reason,
  at: instant(at),
  byName: made_by_name,
});

/** Returns the exchanges of a bill, oldest first. */
export async function exchangesOf(db: Kysely<Database>, outletId: number, billId: number): Promise<PaymentExchange[]> {
  return (await rowsOf(db, outletId).where('bill_id', '=', billId).execute()).map(present);
}

/** Returns the exchanges of bills by the id of their bill. */
export async function exchangesByBill(
  db: Kysely<Database>,
  outletId: number,
  billIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PaymentExchange[]>> {
  if (billIds.length === 0) return new Map();
  const rows = await rowsOf(db, outletId).where('bill_id', 'in', billIds).execute();
  const byBill = new Map<number, PaymentExchange[]>();
  for (const row of rows) byBill.set(row.bill_id, [...(byBill.get(row.bill_id) ?? []), present(row)]);
  return byBill;
}

/** Returns the exchanges that were made in a shift, oldest first. */
export async function exchangesInShift(
  db: Kysely<Database>,
  outletId: number,
  shiftId: number,
): Promise<PaymentExchange[]> {
  return (await rowsOf(db, outletId).where('shift_id', '=', shiftId).execute()).map(present);
}
