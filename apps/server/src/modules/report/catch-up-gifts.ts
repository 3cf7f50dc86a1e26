/**
 * Computes the daily sums of what was given away (`sale_gift`) for days that an earlier release recorded without them, from the history, and those of
 * discounts by reason (`sale_rule`). A day whose sums disagree with those of its people, or of what was given away, is computed again. Source: docs/rules.md#givers, docs/rules.md#daily-sums.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { lacksGivers } from '@atoll/domain/bill/giver';
import { billTotals } from '@atoll/domain/bill/totals';
import { discountKinds } from '@atoll/domain/report/price-reports';
import { type Kysely, sql } from 'kysely';
import { withArchive } from '../../platform/store/outlet/recall.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { withGivers, writeDiscounts, writeGifts } from '../bill/service.ts';
import { completedBills, refundOrigin } from './day-bills.ts';

const sums = sql`sum(line_discount) as line, sum(bill_discount) as bill, sum(comp_lines) as lines, sum(comps) as comps`;

/** Returns the business days on which other amounts were given away than the sums say. */
export async function staleGiftDays(store: Store, outletId: number): Promise<string[]> {
  const { rows } = await store.readForLists(outletId, (db) =>
    sql<{ day: string }>`select p.day as "day" from
      (select business_date as day, ${sums} from sale_person where outlet_id = ${outletId} group by business_date) p
      left join (select business_date as day, ${sums} from sale_gift where outlet_id = ${outletId} group by business_date) g
      on g.day = p.day
      where coalesce(g.line, 0) <> p.line or coalesce(g.bill, 0) <> p.bill or coalesce(g.lines, 0) <> p.lines
      or coalesce(g.comps, 0) <> p.comps order by p.day`.execute(db),
  );
  return rows.map(({ day }) => day);
}

/** Replaces the sums of a day by those of its completed bills. */
export async function recomputeGifts(tx: OutletTx, day: string): Promise<void> {
  const outlet_id = tx.head.outletId;
  const bills = await salesOf(tx, day);
  tx.write(tx.db.deleteFrom('sale_gift').where('outlet_id', '=', outlet_id).where('business_date', '=', day));
  for (const bill of bills) writeGifts(tx, bill, billTotals(bill), day, bill.refundOfId === null ? 1 : 0);
}

/** Returns the business days on which discounts have other sums by reason than by who gave them. */
export async function staleReasonDays(store: Store, outletId: number): Promise<string[]> {
  const kinds = sql.join(discountKinds);
  const { rows } = await store.readForLists(outletId, (db) =>
    sql<{ day: string }>`select g.day as "day" from
      (select business_date as day, sum(line_discount + bill_discount) as off from sale_gift
        where outlet_id = ${outletId} group by business_date) g
      left join (select business_date as day, sum(discount) as off from sale_rule
        where outlet_id = ${outletId} and kind in (${kinds}) group by business_date) r on r.day = g.day
      where coalesce(r.off, 0) <> g.off order by g.day`.execute(db),
  );
  return rows.map(({ day }) => day);
}

/** Replaces the sums of a day's discounts by reason by those of its completed bills. */
export async function recomputeReasons(tx: OutletTx, day: string): Promise<void> {
  const bills = await salesOf(tx, day);
  tx.write(
    tx.db
      .deleteFrom('sale_rule')
      .where('outlet_id', '=', tx.head.outletId)
      .where('business_date', '=', day)
      .where('kind', 'in', discountKinds),
  );
  for (const bill of bills) writeDiscounts(tx, bill, billTotals(bill), day, bill.refundOfId === null ? 1 : 0);
}

/** Returns the completed bills of a day with who gave what. */
const salesOf = (tx: OutletTx, day: string): Promise<Bill[]> =>
  withArchive(tx, async () => {
    const sales: Bill[] = [];
    for (const doc of await completedBills(tx, day)) sales.push(await saleWithGivers(tx.db, tx.head.outletId, doc));
    return sales;
  });

/** Returns a completed bill or refund with who gave what; a refund of an earlier release has the givers of the bill that it takes back. */
export async function saleWithGivers(db: Kysely<Database>, outletId: number, sale: Bill): Promise<Bill> {
  if (sale.refundOfId === null || !lacksGivers(sale)) return withGivers(db, outletId, sale);
  const { paid: stored, keyOf } = await refundOrigin(db, outletId, sale);
  if (stored === undefined) return sale;
  const paid = await withGivers(db, outletId, stored);
  return {
    ...sale,
    discountBy: sale.discountBy ?? paid.discountBy,
    items: sale.items.map((item) => {
      const sold = paid.items.find(({ key }) => key === keyOf.get(item.id ?? 0));
      return { ...item, givenBy: item.givenBy ?? sold?.givenBy };
    }),
  };
}
