/** Expected rows of reports on stock and purchases, computed from movements and invoices. */

import { allocate } from '@atoll/domain/money/allocate';
import { add, grouped, isWithin, percentOf } from './compute.ts';
import type { RawData } from './raw-data.ts';
import type { Expected, ReportQuery } from './report-query.ts';

type Movement = RawData['movements'][number];

const goodOf = (raw: RawData, itemId: number) => raw.goods.find(({ id }) => id === itemId);
const nameOf = (raw: RawData, itemId: number): string => goodOf(raw, itemId)?.name ?? '';
const unitOf = (raw: RawData, itemId: number): string => goodOf(raw, itemId)?.stock_unit ?? '';
const qtyOf = (moves: readonly Movement[]): number => add(moves, ({ qty }) => qty) / 1000;
const valueOf = (moves: readonly Movement[]): number => add(moves, ({ value }) => value);

const movedIn = (raw: RawData, ask: ReportQuery, types: readonly string[] = []): Movement[] =>
  raw.movements.filter(
    ({ business_date, type, storage_id }) =>
      isWithin(business_date, ask) &&
      (types.length === 0 || types.includes(type)) &&
      (!ask.filters.storageId || storage_id === Number(ask.filters.storageId)),
  );

const stockValue: Expected = (raw, { filters }) =>
  grouped(raw.movements, ({ item_id, storage_id }) => `${item_id}|${storage_id}`)
    .filter(([place]) => !filters.storageId || place.split('|')[1] === filters.storageId)
    .map(([place, moves]) => {
      const [itemId = 0, storageId = 0] = place.split('|').map(Number);
      return {
        item: nameOf(raw, itemId),
        category: goodOf(raw, itemId)?.category ?? '',
        storage: raw.storages.find(({ id }) => id === storageId)?.name ?? '',
        onHand: qtyOf(moves),
        unit: unitOf(raw, itemId),
        worth: valueOf(moves),
      };
    });

const byItemAndType = (raw: RawData, moves: readonly Movement[]) =>
  grouped(moves, ({ item_id, type }) => `${item_id}|${type}`).map(([place, some]) => {
    const itemId = Number(place.split('|')[0]);
    return { item: nameOf(raw, itemId), type: place.split('|')[1] ?? '', unit: unitOf(raw, itemId), some };
  });

/** What is left came last: the newest arrivals are counted back until they cover what is on hand. */
const stockAge: Expected = (raw, { today, filters }) =>
  grouped(
    raw.movements.filter(({ storage_id }) => !filters.storageId || storage_id === Number(filters.storageId)),
    ({ item_id }) => String(item_id),
  )
    .filter(([, moves]) => qtyOf(moves) > 0)
    .map(([id, moves]) => {
      const itemId = Number(id);
      const worth = valueOf(moves);
      const onHand = qtyOf(moves) * 1000;
      const types = ['Opening', 'Purchase', 'Production', 'ConvertIn', 'Return', 'CountAdjust', 'Set'];
      const came = raw.movements.filter((one) => one.item_id === itemId && one.qty > 0 && types.includes(one.type));
      const quantities = [0, 0, 0, 0];
      let left = onHand;
      for (const one of came.toSorted((a, b) => b.business_date.localeCompare(a.business_date))) {
        const days = Math.round((Date.parse(today) - Date.parse(one.business_date)) / 86_400_000);
        const band = days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3;
        const part = Math.min(left, one.qty);
        quantities[band] = (quantities[band] ?? 0) + part;
        left -= part;
      }
      quantities[3] = (quantities[3] ?? 0) + left;
      const [to30, to60, to90, older] = allocate(worth, quantities);
      const name = { item: nameOf(raw, itemId), onHand: onHand / 1000, unit: unitOf(raw, itemId) };
      return { ...name, to30: to30 ?? 0, to60: to60 ?? 0, to90: to90 ?? 0, older: older ?? 0, worth };
    });

const movements: Expected = (raw, ask) =>
  byItemAndType(raw, movedIn(raw, ask)).map(({ some, ...row }) => ({
    ...row,
    moves: some.length,
    qty: qtyOf(some),
    value: valueOf(some),
  }));

const waste: Expected = (raw, ask) =>
  byItemAndType(raw, movedIn(raw, ask, ['Waste', 'Expired', 'Lost', 'StaffMeal'])).map(({ some, ...row }) => ({
    ...row,
    qty: 0 - qtyOf(some),
    value: 0 - valueOf(some),
  }));

const usage: Expected = (raw, ask) => {
  const all = { ...ask, filters: {} };
  return grouped(movedIn(raw, all, ['Sale', 'SaleVoid', 'Return', 'CountAdjust']), ({ item_id }) =>
    String(item_id),
  ).map(([id, moves]) => {
    const counted = moves.filter(({ type }) => type === 'CountAdjust');
    const theoretical = 0 - qtyOf(moves.filter(({ type }) => type !== 'CountAdjust'));
    const variance = 0 - qtyOf(counted);
    return {
      item: nameOf(raw, Number(id)),
      theoretical,
      variance,
      unit: unitOf(raw, Number(id)),
      percent: percentOf(Math.round(variance * 1000), Math.round(theoretical * 1000)),
      value: 0 - valueOf(counted),
    };
  });
};

const reorder: Expected = (raw) =>
  raw.goods
    .map((good) => ({
      good,
      onHand: add(
        raw.movements.filter(({ item_id }) => item_id === good.id),
        ({ qty }) => qty,
      ),
    }))
    .filter(({ good, onHand }) => good.is_active && good.reorder_level !== null && onHand <= good.reorder_level)
    .map(({ good, onHand }) => {
      const target = Math.min(good.par_level ?? good.reorder_level ?? 0, good.max_level ?? Number.MAX_SAFE_INTEGER);
      const toOrder = Math.max(0, target - onHand);
      const vendor = raw.vendors.find(({ id }) => id === good.default_vendor_id);
      return {
        item: good.name,
        onHand: onHand / 1000,
        reorder: (good.reorder_level ?? 0) / 1000,
        toOrder: toOrder / 1000,
        unit: good.stock_unit,
        vendor: vendor?.name ?? '',
        leadTimeDays: vendor?.lead_time_days ?? null,
        cost: Math.round((toOrder * good.avg_cost) / 1000),
      };
    });

const postedIn = (raw: RawData, ask: ReportQuery) =>
  raw.invoices.filter(({ status, invoice_date }) => status === 'Posted' && isWithin(invoice_date, ask));

/** The invoices of the test are in rufiyaa and have one line. */
const gstInput: Expected = (raw, ask) =>
  postedIn(raw, ask).map((invoice) => ({
    date: invoice.invoice_date,
    invoice: invoice.vendor_invoice_no,
    vendor: invoice.vendor_name,
    tin: raw.vendors.find(({ id }) => id === invoice.vendor_id)?.tin ?? '',
    rate: invoice.gst_mode === 'Exempt' ? 0 : (invoice.lines[0]?.gstBp ?? 0) / 100,
    base: invoice.total - invoice.gst - invoice.other_charges,
    gst: invoice.gst,
    other: invoice.other_charges,
    total: invoice.total,
  }));

/** Some invoices of the test are in cases, which hold as many stock units as the item's purchase unit. */
const purchases: Expected = (raw, ask) =>
  grouped(
    postedIn(raw, ask)
      .toSorted((a, b) => a.invoice_date.localeCompare(b.invoice_date) || a.id - b.id)
      .flatMap((invoice) =>
        invoice.lines.map((line) => {
          const unit = unitOf(raw, line.itemId);
          const factor = line.unit === unit ? 1 : (goodOf(raw, line.itemId)?.purchase_factor ?? 0) / 1000;
          const net = invoice.total - invoice.gst - invoice.other_charges;
          return { vendor: invoice.vendor_name, itemId: line.itemId, unit, qty: line.qty * factor, lineTotal: net };
        }),
      ),
    ({ itemId, unit }) => `${itemId}|${unit}`,
  ).map(([, lines]) => {
    const price = (line: (typeof lines)[number] | undefined): number => (line ? (line.lineTotal * 1000) / line.qty : 0);
    const [first, last] = [price(lines[0]), price(lines.at(-1))];
    return {
      vendor: lines[0]?.vendor ?? '',
      item: nameOf(raw, lines[0]?.itemId ?? 0),
      unit: lines[0]?.unit ?? '',
      qty: add(lines, ({ qty }) => qty) / 1000,
      amount: add(lines, ({ lineTotal }) => lineTotal),
      firstPrice: Math.round(first * 10) / 1000,
      lastPrice: Math.round(last * 10) / 1000,
      change: percentOf(last - first, first),
    };
  });

const vendorBalances: Expected = (raw, { today }) =>
  grouped(
    raw.invoices.filter(({ status }) => status === 'Posted'),
    ({ vendor_name }) => vendor_name,
  ).map(([vendor, invoices]) => {
    const owed = ({ total, paid }: (typeof invoices)[number]): number => total - paid;
    return {
      vendor,
      invoices: invoices.length,
      total: add(invoices, ({ total }) => total),
      paid: add(invoices, ({ paid }) => paid),
      due: add(invoices, owed),
      overdue: add(invoices, (one) => (one.due_date < today ? owed(one) : 0)),
    };
  });

export const expectedGoods: Readonly<Record<string, Expected>> = {
  'stock-value': stockValue,
  'stock-age': stockAge,
  'stock-movements': movements,
  waste,
  usage,
  reorder,
  'gst-input': gstInput,
  purchases,
  'vendor-balances': vendorBalances,
};
