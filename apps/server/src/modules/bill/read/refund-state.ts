/** The refund state of a paid bill, derived from its refunds, because the bill never changes. Source: docs/rules.md#refunds, docs/rules.md#paid-bills. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';

/** Returns null, 'Partial' or 'Full'. */
export async function refundStateOf(
  db: Kysely<Database>,
  outletId: number,
  billId: number,
): Promise<Bill['refundState']> {
  return (await statesOf(db, outletId, [billId])).get(billId) ?? null;
}

/** Returns the texts of bills with the refund state in those that were refunded. */
export async function withRefundStates(
  db: Kysely<Database>,
  outletId: number,
  rows: readonly { readonly id: number; readonly text: string }[],
): Promise<readonly string[]> {
  const ids = rows.map((row) => row.id);
  const states = ids.length === 0 ? new Map<number, 'Partial' | 'Full'>() : await statesOf(db, outletId, ids);
  if (states.size === 0) return rows.map((row) => row.text);
  return rows.map(({ id, text }) => {
    const refundState = states.get(id);
    return refundState === undefined ? text : JSON.stringify({ ...(JSON.parse(text) as Bill), refundState });
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
