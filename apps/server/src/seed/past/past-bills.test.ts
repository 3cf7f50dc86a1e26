import { expect, it } from 'vitest';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { seedDemo } from '../demo.ts';
import { seedPast } from './past-bills.ts';

const now = Date.parse('2026-03-04T08:00:00Z');

eachEngine('a past written in bulk', (on) => {
  it('writes the same rows, sums, numbers and history in bulk as bills of tills have', async () => {
    const store = await on.open({ now: () => now });
    await seedDemo(store, now, { days: 0, cafe: 0, store: 0 });
    const staff = [{ id: 1, name: 'Aminath Shifa' }];
    const outletId = 1;
    await seedPast(store, { outletId, kind: 'cafe', staff }, now, { bills: 250, perDay: 100 });
    // Further past bills go before the existing ones.
    await seedPast(store, { outletId, kind: 'cafe', staff }, now, { bills: 30, perDay: 30 });

    expect(await verifyHistory(store, outletId)).toMatchObject({ ok: true });
    const read = await store.readOutlet(outletId, async (db) => ({
      bills: await db.selectFrom('bill').selectAll().where('outlet_id', '=', outletId).orderBy('id').execute(),
      hours: await db.selectFrom('sale_hour').selectAll().where('outlet_id', '=', outletId).execute(),
      items: await db.selectFrom('sale_item').selectAll().where('outlet_id', '=', outletId).execute(),
      methods: await db.selectFrom('sale_method').selectAll().where('outlet_id', '=', outletId).execute(),
      sold: await db.selectFrom('sold_item').selectAll().where('outlet_id', '=', outletId).execute(),
      payments: await db.selectFrom('payment').selectAll().where('outlet_id', '=', outletId).execute(),
      taxInvoices: await db.selectFrom('tax_invoice').selectAll().where('outlet_id', '=', outletId).execute(),
      zs: await db.selectFrom('z_report').selectAll().where('outlet_id', '=', outletId).execute(),
    }));
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
    const paid = read.bills.filter((bill) => bill.status === 'Complete');
    expect(read.bills).toHaveLength(280);
    expect(read.bills.every((bill) => !bill.is_open)).toBe(true);
    expect(read.bills.map((bill) => bill.number)).toEqual(read.bills.map((_, i) => i + 1));
    expect(paid.map((bill) => bill.invoice_number ?? '').sort()).toEqual(
      paid.map((_, i) => `AC-2026-${String(i + 1).padStart(6, '0')}`),
    );
    const total = sum(paid.map((bill) => bill.doc.total));
    expect(total).toBeGreaterThan(0);
    expect(sum(read.hours.map((row) => row.total))).toBe(total);
    expect(sum(read.hours.map((row) => row.bills))).toBe(paid.length);
    expect(sum(read.methods.map((row) => row.amount))).toBe(total);
    expect(sum(read.payments.map((row) => row.amount))).toBe(total);
    expect(sum(read.zs.map((row) => row.totals.total))).toBe(total);
    expect(sum(read.items.map((row) => row.qty))).toBe(sum(read.sold.map((row) => row.qty)));
    expect(read.sold).toHaveLength(sum(paid.map((bill) => bill.doc.items.length)));
    const taxed = paid.filter(({ doc }) => doc.invoiceType === 'TaxInvoice').map(({ id }) => id);
    expect(taxed.length).toBeGreaterThan(0);
    expect(read.taxInvoices.map(({ bill_id }) => bill_id).toSorted((a, b) => a - b)).toEqual(taxed);
    expect(read.zs).toHaveLength(4);
  });
});
