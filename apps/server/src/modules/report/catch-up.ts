/**
 * Computes the daily sums by tax rate (`sale_tax`) and by person (`sale_person`) for days that an earlier release recorded without them. A day
 * whose sums disagree with its sales (`sale_hour`), or with bills that were handed over and counted for who opened them, is computed again from its
 * bills; other days are not touched. Source: docs/rules.md#daily-sums.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import { sql } from 'kysely';
import { markCaughtUp, outletsBehind, sumsCatchUp } from '../../platform/store/caught-up.ts';
import { isPaid } from '../../platform/store/open-bills.ts';
import { withArchive } from '../../platform/store/outlet/recall.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { peopleSums } from '../bill/service.ts';
import { recomputeGifts, recomputeReasons, staleGiftDays, staleReasonDays } from './catch-up-gifts.ts';
import { completedBills, refundOrigin } from './day-bills.ts';

/** Bills that one read looks at. */
const billsAtOnce = 5000;

/** Returns the business days whose sums are missing or disagree with the sales, and those with bills that were handed over. */
async function staleDays(store: Store, outletId: number): Promise<string[]> {
  const { rows } = await store.readForLists(outletId, (db) =>
    sql<{ day: string }>`select h.day as "day" from
      (select business_date as day, sum(gst) as gst, sum(bills) as bills, sum(total) as total from sale_hour
        where outlet_id = ${outletId} group by business_date) h
      left join (select business_date as day, sum(gst) as gst from sale_tax where outlet_id = ${outletId} group by business_date) t
      on t.day = h.day
      left join (select business_date as day, sum(bills) as bills, sum(total) as total from sale_person
        where outlet_id = ${outletId} group by business_date) p on p.day = h.day
      where (h.bills <> 0 or h.total <> 0)
        and (t.gst is null or t.gst <> h.gst or p.bills is null or p.bills <> h.bills or p.total <> h.total)
      order by 1`.execute(db),
  );
  const handedOver = await handedOverDays(store, outletId);
  return [...handedOver.union(new Set(rows.map(({ day }) => day)))].toSorted();
}

/** Returns the business days with bills that were handed over. No index has them: all bills are read, some at a time. */
async function handedOverDays(store: Store, outletId: number): Promise<Set<string>> {
  const days = new Set<string>();
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await store.readForLists(outletId, async (db) => {
      const some = db.selectFrom('bill').select('id').where('outlet_id', '=', outletId).where('id', '>', from);
      const last = await db
        .selectFrom(some.orderBy('id').limit(billsAtOnce).as('some'))
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst();
      if (!last?.id) return null;
      const to = Number(last.id);
      const { rows } = await sql<{ day: string }>`select distinct business_date as "day" from bill
        where outlet_id = ${outletId} and id > ${from} and id <= ${to} and ${isPaid} and waiter_id <> created_by`.execute(
        db,
      );
      for (const { day } of rows) days.add(day);
      return to;
    });
  }
  return days;
}

/** Replaces the sums of a day by those of its completed bills. */
async function recomputeDay(tx: OutletTx, day: string): Promise<void> {
  const outlet_id = tx.head.outletId;
  const { bills, authors } = await withArchive(tx, async () => {
    const found = await completedBills(tx, day);
    return { bills: found, authors: await refundAuthors(tx, found) };
  });
  const tax = new Map<string, { gst_mode: string; gst_bp: number; base: number; gst: number }>();
  const people = new Map<number, ReturnType<typeof peopleSums>[number]>();
  for (const bill of bills) {
    const { gstByRate, lines } = billTotals(bill);
    for (const { gstMode, gstPct, base, gst } of gstByRate) {
      const rateKey = `${gstMode} ${gstPct}`;
      const sum = tax.get(rateKey) ?? { gst_mode: gstMode, gst_bp: Math.round(gstPct * 100), base: 0, gst: 0 };
      tax.set(rateKey, { ...sum, base: sum.base + base, gst: sum.gst + gst });
    }
    const isRefund = bill.refundOfId !== null;
    const authorOf = (item: Bill['items'][number]): number | null =>
      isRefund ? (authors.get(`${bill.id} ${item.id}`) ?? null) : item.createdBy;
    for (const sums of peopleSums(bill, lines, isRefund ? 0 : 1, authorOf))
      people.set(sums.user_id, addUp(people.get(sums.user_id), sums));
  }
  for (const table of ['sale_tax', 'sale_person'] as const)
    tx.write(tx.db.deleteFrom(table).where('outlet_id', '=', outlet_id).where('business_date', '=', day));
  for (const sum of tax.values())
    tx.write(tx.db.insertInto('sale_tax').values({ outlet_id, business_date: day, ...sum }));
  for (const sum of people.values())
    tx.write(tx.db.insertInto('sale_person').values({ outlet_id, business_date: day, ...sum }));
}

type Sums = ReturnType<typeof peopleSums>[number];

/** Returns the sums of a person with those of one more bill. */
function addUp(known: Sums | undefined, more: Sums): Sums {
  if (known === undefined) return more;
  return {
    user_id: known.user_id,
    bills: known.bills + more.bills,
    total: known.total + more.total,
    gift_bills: known.gift_bills + more.gift_bills,
    line_discount: known.line_discount + more.line_discount,
    bill_discount: known.bill_discount + more.bill_discount,
    comp_lines: known.comp_lines + more.comp_lines,
    comps: known.comps + more.comps,
  };
}

/** Returns who added the items that were refunded, by '{refund id} {item id}'; null when that is not known. */
async function refundAuthors(tx: OutletTx, bills: readonly Bill[]): Promise<Map<string, number | null>> {
  const refunds = bills.filter((bill) => bill.refundOfId !== null);
  const authors = new Map<string, number | null>();
  for (const refund of refunds) {
    const { paid, keyOf } = await refundOrigin(tx.db, tx.head.outletId, refund);
    for (const [itemId, key] of keyOf)
      authors.set(`${refund.id} ${itemId}`, paid?.items.find((item) => item.key === key)?.createdBy ?? null);
  }
  return authors;
}

/** Corrects the daily sums of the outlets that wait for it. */
export async function catchUpSums(store: Store): Promise<void> {
  for (const id of await outletsBehind(store, sumsCatchUp)) {
    for (const day of await staleDays(store, id)) await store.writeOutlet(id, (tx) => recomputeDay(tx, day));
    for (const day of await staleGiftDays(store, id)) await store.writeOutlet(id, (tx) => recomputeGifts(tx, day));
    for (const day of await staleReasonDays(store, id)) await store.writeOutlet(id, (tx) => recomputeReasons(tx, day));
    await markCaughtUp(store, id, sumsCatchUp);
  }
}
