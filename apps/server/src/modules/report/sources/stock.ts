/** Sources of reports on stock and purchases. */
import type { ReportRow } from '@atoll/domain/report/report';
import { qtyToOrder } from '@atoll/domain/stock/reorder';
import { type RawBuilder, sql } from 'kysely';
import { maxRows, num, qty, type ReportSource, rowsOf, type SourceQuery, share, when } from '../source.ts';

const inStorage = ({ filters }: SourceQuery, column: string): RawBuilder<unknown> =>
  when(filters.storageId, (id) => sql`${sql.ref(column)} = ${Number(id)}`);

const stockValue: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select i.name as "item", i.category as "category", s.name as "storage", l.on_hand as "onHand", i.stock_unit as "unit",
      l.worth as "worth" from stock_level l
      join inventory_item i on i.outlet_id = l.outlet_id and i.id = l.item_id
      join storage s on s.outlet_id = l.outlet_id and s.id = l.storage_id
      where l.outlet_id = ${query.outletId} and ${inStorage(query, 'l.storage_id')} order by i.name, s.name limit ${maxRows}`,
  );
  return rows.map((row): ReportRow => ({ ...row, onHand: qty(row['onHand']), worth: num(row['worth']) }));
};

const movementRows = (query: SourceQuery, kinds: readonly string[]) =>
  rowsOf(
    query,
    sql`select i.name as "item", m.type as "type", count(*) as "moves", sum(m.qty) as "qty", i.stock_unit as "unit",
      sum(m.value) as "value" from stock_movement m join inventory_item i on i.outlet_id = m.outlet_id and i.id = m.item_id
      where m.outlet_id = ${query.outletId} and m.business_date >= ${query.range.from} and m.business_date <= ${query.range.to}
      and ${inStorage(query, 'm.storage_id')} and ${kinds.length === 0 ? sql`1 = 1` : sql`m.type in (${sql.join(kinds)})`}
      group by i.id, i.name, m.type, i.stock_unit order by i.name, m.type limit ${maxRows}`,
  );

const movements: ReportSource = async (query) =>
  (await movementRows(query, [])).map((row) => ({
    item: String(row['item']),
    type: String(row['type']),
    moves: num(row['moves']),
    qty: qty(row['qty']),
    unit: String(row['unit']),
    value: num(row['value']),
  }));

const waste: ReportSource = async (query) =>
  (await movementRows(query, ['Waste', 'Expired', 'Lost', 'StaffMeal'])).map((row) => ({
    item: String(row['item']),
    type: String(row['type']),
    qty: -qty(row['qty']) || 0,
    unit: String(row['unit']),
    value: -num(row['value']) || 0,
  }));

const usage: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select i.name as "item", i.stock_unit as "unit",
      sum(case when m.type in ('Sale', 'SaleVoid', 'Return') then -m.qty else 0 end) as "theoretical",
      sum(case when m.type = 'CountAdjust' then -m.qty else 0 end) as "variance",
      sum(case when m.type = 'CountAdjust' then -m.value else 0 end) as "value"
      from stock_movement m join inventory_item i on i.outlet_id = m.outlet_id and i.id = m.item_id
      where m.outlet_id = ${query.outletId} and m.business_date >= ${query.range.from} and m.business_date <= ${query.range.to}
      and m.type in ('Sale', 'SaleVoid', 'Return', 'CountAdjust') group by i.id, i.name, i.stock_unit order by i.name limit ${maxRows}`,
  );
  return rows.map((row) => ({
    item: String(row['item']),
    theoretical: qty(row['theoretical']),
    variance: qty(row['variance']),
    unit: String(row['unit']),
    percent: share(num(row['variance']), num(row['theoretical'])),
    value: num(row['value']),
  }));
};

const numOrNull = (value: Parameters<typeof num>[0]): number | null => (value === null ? null : num(value));

const reorder: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select i.name as "item", i.stock_unit as "unit", i.reorder_level as "reorder", i.par_level as "par", i.max_level as "max", i.avg_cost as "cost",
      i.on_hand as "onHand", v.name as "vendor", v.lead_time_days as "leadTimeDays" from inventory_item i
      left join vendor v on v.outlet_id = i.outlet_id and v.id = i.default_vendor_id
      where i.outlet_id = ${query.outletId} and i.is_active and i.on_hand <= i.reorder_level order by i.name limit ${maxRows}`,
  );
  return rows.map((row) => {
    const toOrder = qtyToOrder({
      onHand: num(row['onHand']),
      reorderLevel: num(row['reorder']),
      parLevel: numOrNull(row['par']),
      maxLevel: numOrNull(row['max']),
    });
    return {
      item: String(row['item']),
      onHand: qty(row['onHand']),
      reorder: qty(row['reorder']),
      toOrder: qty(toOrder),
      unit: String(row['unit']),
      vendor: row['vendor'] ?? '',
      leadTimeDays: numOrNull(row['leadTimeDays']),
      cost: Math.round((toOrder * num(row['cost'])) / 1000),
    };
  });
};

/** Returns posted invoices whose invoice date is in the range, oldest first. */
function postedInvoices({ db, outletId, range, filters }: SourceQuery) {
  let found = db
    .selectFrom('purchase_invoice')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('status', '=', 'Posted')
    .where('invoice_date', '>=', range.from)
    .where('invoice_date', '<=', range.to);
  if (filters.vendorId) found = found.where('vendor_id', '=', Number(filters.vendorId));
  return found.orderBy('invoice_date').orderBy('id').limit(maxRows).execute();
}

/** Converts an amount in the invoice's currency to laari. `rate` is in ten-thousandths of a rufiyaa for one unit. */
const inLaari = (amount: number, rate: number): number => Math.round((amount * rate) / 10_000);

const gstInput: ReportSource = async (query) => {
  const vendors = await query.db
    .selectFrom('vendor')
    .select(['id', 'tin'])
    .where('outlet_id', '=', query.outletId)
    .execute();
  const tins = new Map(vendors.map(({ id, tin }) => [id, tin]));
  return (await postedInvoices(query)).map((invoice) => {
    const total = inLaari(invoice.total, invoice.rate);
    const gst = inLaari(invoice.gst, invoice.rate);
    return {
      date: invoice.invoice_date,
      invoice: invoice.vendor_invoice_no,
      vendor: invoice.vendor_name,
      tin: tins.get(invoice.vendor_id) ?? '',
      base: total - gst,
      gst,
      total,
    };
  });
};

const purchases: ReportSource = async (query) => {
  const items = await query.db
    .selectFrom('inventory_item')
    .select(['id', 'name'])
    .where('outlet_id', '=', query.outletId)
    .execute();
  const names = new Map(items.map(({ id, name }) => [id, name]));
  const sums = new Map<string, { row: ReportRow; qty: number; amount: number; first: number; last: number }>();
  for (const invoice of await postedInvoices(query)) {
    for (const line of invoice.lines) {
      const item = line.kind === 'Item' ? (names.get(line.itemId) ?? line.description) : line.description;
      const place = JSON.stringify([invoice.vendor_id, line.kind, line.itemId || item, line.unit]);
      const price = inLaari(line.unitPrice, invoice.rate);
      const row = { vendor: invoice.vendor_name, item, unit: line.unit };
      const sum = sums.get(place) ?? { row, qty: 0, amount: 0, first: price, last: price };
      const amount = sum.amount + inLaari(line.lineTotal, invoice.rate);
      sums.set(place, { ...sum, qty: sum.qty + line.qty, amount, last: price });
    }
  }
  return [...sums.values()]
    .toSorted((a, b) => b.amount - a.amount)
    .map(({ row, qty: bought, amount, first, last }) => ({
      ...row,
      qty: qty(bought),
      amount,
      firstPrice: first,
      lastPrice: last,
      change: share(last - first, first),
    }));
};

const vendorBalances: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select vendor_name as "vendor", total as "total", paid as "paid", rate as "rate", due_date as "due" from purchase_invoice
      where outlet_id = ${query.outletId} and status = 'Posted' order by vendor_name`,
  );
  const sums = new Map<string, { invoices: number; total: number; paid: number; due: number; overdue: number }>();
  for (const row of rows) {
    const vendor = String(row['vendor']);
    const total = inLaari(num(row['total']), num(row['rate']));
    const paid = inLaari(num(row['paid']), num(row['rate']));
    const sum = sums.get(vendor) ?? { invoices: 0, total: 0, paid: 0, due: 0, overdue: 0 };
    const late = String(row['due']) < query.today ? total - paid : 0;
    sums.set(vendor, {
      invoices: sum.invoices + 1,
      total: sum.total + total,
      paid: sum.paid + paid,
      due: sum.due + total - paid,
      overdue: sum.overdue + late,
    });
  }
  return [...sums].map(([vendor, sum]) => ({ vendor, ...sum })).toSorted((a, b) => b.due - a.due);
};

export const stockSources: Readonly<Record<string, ReportSource>> = {
  'stock-value': stockValue,
  'stock-movements': movements,
  waste,
  usage,
  reorder,
  'gst-input': gstInput,
  purchases,
  'vendor-balances': vendorBalances,
};
