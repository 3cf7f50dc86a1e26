/**
 * Makes the tax sums of days that were sold on before there were any. A day whose tax does not agree with its sales is reckoned anew
 * from its bills; a day that agrees costs nothing.
 */
import { billTotals } from '@atoll/domain/bill/totals';
import { sql } from 'kysely';
import type { OutletTx, Store } from '../../platform/store/store.ts';

async function staleDays(store: Store, outletId: number): Promise<string[]> {
  const { rows } = await store.readOutlet(outletId, (db) =>
    sql<{ day: string }>`select h.day as "day" from
      (select business_date as day, sum(gst) as gst from sale_hour where outlet_id = ${outletId} group by business_date) h
      left join (select business_date as day, sum(gst) as gst from sale_tax where outlet_id = ${outletId} group by business_date) t
      on t.day = h.day where t.gst is null or t.gst <> h.gst order by h.day`.execute(db),
  );
  return rows.map(({ day }) => day);
}

async function remakeDay(tx: OutletTx, day: string): Promise<void> {
  const outlet_id = tx.head.outletId;
  const bills = await tx.db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outlet_id)
    .where('business_date', '=', day)
    .where('status', '=', 'Complete')
    .execute();
  const sums = new Map<string, { gst_mode: string; gst_bp: number; base: number; gst: number }>();
  for (const { doc } of bills) {
    for (const { gstMode, gstPct, base, gst } of billTotals(doc).gstByRate) {
      const place = `${gstMode} ${gstPct}`;
      const sum = sums.get(place) ?? { gst_mode: gstMode, gst_bp: Math.round(gstPct * 100), base: 0, gst: 0 };
      sums.set(place, { ...sum, base: sum.base + base, gst: sum.gst + gst });
    }
  }
  tx.write(tx.db.deleteFrom('sale_tax').where('outlet_id', '=', outlet_id).where('business_date', '=', day));
  for (const sum of sums.values())
    tx.write(tx.db.insertInto('sale_tax').values({ outlet_id, business_date: day, ...sum }));
}

/** Brings every outlet's tax sums up to date. */
export async function catchUpTax(store: Store): Promise<void> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
  for (const { id } of outlets)
    for (const day of await staleDays(store, id)) await store.writeOutlet(id, (tx) => remakeDay(tx, day));
}
