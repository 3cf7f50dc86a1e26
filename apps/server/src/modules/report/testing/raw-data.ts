/** Raw data of an outlet that reports are compared with: all rows of the tables, selected by the outlet only. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Store } from '../../../platform/store/store.ts';

export type RawData = Awaited<ReturnType<typeof readRawData>>;

/** Reads the raw data of an outlet. */
export async function readRawData(store: Store, outletId: number) {
  const people = await store.readOrg((db) => db.selectFrom('app_user').select(['id', 'name']).execute());
  const rows = await store.readOutlet(outletId, async (db) => {
    const bills = await db.selectFrom('bill').select('doc').where('outlet_id', '=', outletId).execute();
    return {
      bills: bills.map(({ doc }): Bill => doc),
      refundItems: await db.selectFrom('refund_item').selectAll().where('outlet_id', '=', outletId).execute(),
      exchanges: await db.selectFrom('payment_exchange').selectAll().where('outlet_id', '=', outletId).execute(),
      cash: await db.selectFrom('cash_event').selectAll().where('outlet_id', '=', outletId).execute(),
      shifts: await db.selectFrom('shift').selectAll().where('outlet_id', '=', outletId).execute(),
      zs: await db.selectFrom('z_report').selectAll().where('outlet_id', '=', outletId).execute(),
      history: await db.selectFrom('history').selectAll().where('outlet_id', '=', outletId).execute(),
      items: await db.selectFrom('menu_item').selectAll().where('outlet_id', '=', outletId).execute(),
      categories: await db.selectFrom('category').selectAll().where('outlet_id', '=', outletId).execute(),
      customers: await db.selectFrom('customer').selectAll().where('outlet_id', '=', outletId).execute(),
      accounts: await db.selectFrom('account').selectAll().where('outlet_id', '=', outletId).execute(),
      movements: await db.selectFrom('stock_movement').selectAll().where('outlet_id', '=', outletId).execute(),
      goods: await db.selectFrom('inventory_item').selectAll().where('outlet_id', '=', outletId).execute(),
      recipes: await db.selectFrom('recipe').selectAll().where('outlet_id', '=', outletId).execute(),
      costs: await db.selectFrom('stock_cost').selectAll().where('outlet_id', '=', outletId).execute(),
      storages: await db.selectFrom('storage').selectAll().where('outlet_id', '=', outletId).execute(),
      invoices: await db.selectFrom('purchase_invoice').selectAll().where('outlet_id', '=', outletId).execute(),
      counts: await db.selectFrom('stock_count').selectAll().where('outlet_id', '=', outletId).execute(),
      requests: await db.selectFrom('stock_request').selectAll().where('outlet_id', '=', outletId).execute(),
      taxInvoices: await db.selectFrom('tax_invoice').selectAll().where('outlet_id', '=', outletId).execute(),
      vendors: await db.selectFrom('vendor').selectAll().where('outlet_id', '=', outletId).execute(),
    };
  });
  return { ...rows, people: new Map(people.map(({ id, name }) => [id, name])) };
}
