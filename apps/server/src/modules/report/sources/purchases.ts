/** Sources of reports on purchases: GST input, purchases by vendor and item, what vendors are owed. Source: docs/rules.md#purchase-reports. */
import { allocate } from '@atoll/domain/money/allocate';
import type { ReportRow } from '@atoll/domain/report/report';
import { inLaari, invoiceLineValues, invoiceRates } from '@atoll/domain/stock/purchase';
import { scaleQty, toStockUnit } from '@atoll/domain/stock/unit';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { maxRows, num, qty, type ReportSource, rowsOf, type SourceQuery, share } from '../source.ts';

type Invoice = Selectable<Database['purchase_invoice']>;

/** Returns posted invoices whose invoice date is in the range, oldest first. */
function postedInvoices({ db, outletId, range, filters }: SourceQuery): Promise<Invoice[]> {
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

const termsOf = ({ gst_mode, lines, discount, other_charges }: Invoice) => ({
  gstMode: gst_mode,
  lines,
  discount,
  otherCharges: other_charges,
});

/** Returns the amounts in laari; in a foreign currency they add up to the converted total exactly. */
function laariOf(amounts: readonly number[], rate: number): number[] {
  const total = inLaari(
    amounts.reduce((sum, amount) => sum + amount, 0),
    rate,
  );
  return amounts.length === 0 ? [] : allocate(total, amounts);
}

const gstInput: ReportSource = async (query) => {
  const vendors = await query.db
    .selectFrom('vendor')
    .select(['id', 'tin'])
    .where('outlet_id', '=', query.outletId)
    .execute();
  const tins = new Map(vendors.map(({ id, tin }) => [id, tin]));
  return (await postedInvoices(query)).flatMap((invoice) => {
    const rates = invoiceRates(termsOf(invoice));
    const amounts = laariOf([...rates.flatMap(({ base, gst }) => [base, gst]), invoice.other_charges], invoice.rate);
    return rates.map(({ gstBp }, index): ReportRow => {
      const [base = 0, gst = 0] = amounts.slice(index * 2, index * 2 + 2);
      // Freight bears no GST; it stands once, beside the first rate.
      const other = index === 0 ? (amounts.at(-1) ?? 0) : 0;
      return {
        date: invoice.invoice_date,
        invoice: invoice.vendor_invoice_no,
        vendor: invoice.vendor_name,
        tin: tins.get(invoice.vendor_id) ?? '',
        rate: gstBp / 100,
        base,
        gst,
        other,
        total: base + gst + other,
      };
    });
  });
};

interface Bought {
  readonly vendor: string;
  readonly item: string;
  readonly unit: string;
  qty: number;
  amount: number;
  /** Laari per unit, not rounded. */
  first: number;
  last: number;
}

interface Good {
  readonly name: string;
  readonly stock_unit: string;
  readonly purchase_unit: string;
  readonly purchase_factor: number | null;
}

/** Returns quantity (thousandths) and unit of a line, in stock units when its unit can be converted. */
function inStockUnit(good: Good | undefined, line: { qty: number; unit: string }): { qty: number; unit: string } {
  if (!good) return line;
  const units = { stockUnit: good.stock_unit, purchaseUnit: good.purchase_unit, factor: good.purchase_factor ?? 0 };
  const ratio = toStockUnit(units, line.unit);
  return ratio.ok ? { qty: scaleQty(line.qty, ratio.value), unit: good.stock_unit } : line;
}

/** Returns a price in rufiyaa with three decimals, because a gram costs less than a laari. */
const priceOf = (laari: number): number => Math.round(laari * 10) / 1000;

const purchases: ReportSource = async (query) => {
  const items = await query.db
    .selectFrom('inventory_item')
    .select(['id', 'name', 'stock_unit', 'purchase_unit', 'purchase_factor'])
    .where('outlet_id', '=', query.outletId)
    .execute();
  const goods = new Map(items.map((item) => [item.id, item]));
  const sums = new Map<string, Bought>();
  for (const invoice of await postedInvoices(query)) {
    const nets = invoiceLineValues(termsOf(invoice)).map(({ net }) => net);
    const amounts = laariOf(nets, invoice.rate);
    for (const [index, line] of invoice.lines.entries()) {
      const good = line.kind === 'Item' ? goods.get(line.itemId) : undefined;
      const item = good?.name ?? line.description;
      const { qty: bought, unit } = inStockUnit(good, line);
      const amount = amounts[index] ?? 0;
      const price = bought === 0 ? 0 : (amount * 1000) / bought;
      const place = JSON.stringify([invoice.vendor_id, line.kind, line.itemId || item, unit]);
      const sum = sums.get(place) ?? {
        vendor: invoice.vendor_name,
        item,
        unit,
        qty: 0,
        amount: 0,
        first: price,
        last: price,
      };
      sums.set(place, { ...sum, qty: sum.qty + bought, amount: sum.amount + amount, last: price });
    }
  }
  return [...sums.values()]
    .toSorted((a, b) => b.amount - a.amount)
    .map(({ first, last, ...row }) => ({
      ...row,
      qty: qty(row.qty),
      firstPrice: priceOf(first),
      lastPrice: priceOf(last),
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

export const purchaseSources: Readonly<Record<string, ReportSource>> = {
  'gst-input': gstInput,
  purchases,
  'vendor-balances': vendorBalances,
};
