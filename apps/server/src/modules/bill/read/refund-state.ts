/** What stands beside a paid bill, which never changes: its refund state and corrections of its payments. Source: docs/rules.md#refunds, docs/rules.md#paid-bills. */
import type { Bill } from '@atoll/domain/bill/bill';
import { withExchanges } from '@atoll/domain/payment/exchange';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { exchangesByBill } from './exchanges.ts';

/** Returns null, 'Partial' or 'Full'. */
export async function refundStateOf(
  db: Kysely<Database>,
  outletId: number,
  billId: number,
): Promise<Bill['refundState']> {
  return (await statesOf(db, outletId, [billId])).get(billId) ?? null;
}

/** Returns the texts of bills with what stands beside them: the refund state, and corrections of their payments. */
export async function withLaterFacts(
  db: Kysely<Database>,
  outletId: number,
  rows: readonly { readonly id: number; readonly text: string }[],
): Promise<readonly string[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const states = await statesOf(db, outletId, ids);
  const exchanges = await exchangesByBill(db, outletId, ids);
  return rows.map(({ id, text }) => {
    const refundState = states.get(id);
    const exchanged = exchanges.get(id);
    if (refundState === undefined && exchanged === undefined) return text;
    const bill = withExchanges(JSON.parse(text) as Bill, exchanged ?? []);
    return JSON.stringify(refundState === undefined ? bill : { ...bill, refundState });
  });
}

async function statesOf(
  db: Kysely<Database>,
  outletId: number,
  ids: readonly number[],
): Promise<Map<number, 'Partial' | 'Full'>> {
  const rows = await db
    .selectFrom('refund')
    .select(['bill_id', 'is_full'])
    .where('outlet_id', '=', outletId)
    .where('bill_id', 'in', ids)
    .execute();
  const states = new Map<number, 'Partial' | 'Full'>();
  for (const { bill_id, is_full } of rows)
    if (is_full || !states.has(bill_id)) states.set(bill_id, is_full ? 'Full' : 'Partial');
  return states;
}
