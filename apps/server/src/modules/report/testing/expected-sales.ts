/** Expected rows of reports on sales, items, discounts, voids and refunds. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { billTotals } from '@atoll/domain/bill/totals';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { ReportRow } from '@atoll/domain/report/report';
import {
  add,
  amountOf,
  grossOf,
  grouped,
  hourOf,
  isLive,
  isRefund,
  isWithin,
  mean,
  percentOf,
  person,
  soldIn,
  visits,
} from './compute.ts';
import type { RawData } from './raw-data.ts';
import type { Expected, ReportQuery } from './report-query.ts';

const figures = (bills: readonly Bill[]) => ({
  bills: visits(bills),
  covers: add(bills, (bill) => (isRefund(bill) ? 0 : bill.covers)),
  subTotal: add(bills, (bill) => bill.subTotal),
  discount: add(bills, (bill) => bill.discount),
  serviceCharge: add(bills, (bill) => bill.serviceCharge),
  gst: add(bills, (bill) => bill.gst),
  total: add(bills, (bill) => bill.total),
});

const ofType = (raw: RawData, ask: ReportQuery): Bill[] =>
  soldIn(raw, ask).filter((bill) => !ask.filters.type || bill.type === ask.filters.type);

const totalOf = (bills: readonly Bill[]): number => add(bills, (bill) => bill.total);
const averageOf = (bills: readonly Bill[]) => mean(totalOf(bills), visits(bills));

function minutesOf(bills: readonly Bill[]): number {
  const stays = bills.filter((bill) => !isRefund(bill));
  const ms = add(stays, (bill) => Date.parse(bill.completedAt ?? '') - Date.parse(bill.createdAt));
  return stays.length === 0 ? 0 : Math.round(ms / stays.length / 60_000);
}

/** Returns the cash rounding of the corrections of payments on each day of the range, laari. */
function correctedRounding(raw: RawData, ask: ReportQuery): Map<string, number> {
  const types = new Map(raw.bills.map(({ id, type }) => [id, type]));
  const some = raw.exchanges
    .filter((one) => isWithin(one.business_date, ask))
    .filter((one) => !ask.filters.type || types.get(one.bill_id) === ask.filters.type);
  return new Map(
    grouped(some, (one) => one.business_date).map(([date, list]) => [
      date,
      add(list, ({ reversed, captured }) => reversed.amount + captured.amount),
    ]),
  );
}

const sales: Expected = (raw, ask) => {
  const corrected = correctedRounding(raw, ask);
  return grouped(ofType(raw, ask), (bill) => bill.businessDate ?? '').map(([date, bills]) => ({
    date,
    ...figures(bills),
    rounding: add(bills, (bill) => bill.roundingAmount) + (corrected.get(date) ?? 0),
    tip: add(bills, (bill) => bill.tip),
    average: averageOf(bills),
  }));
};

const byWeekday: Expected = (raw, ask) => {
  const hour = (bill: Bill): string => `${String(hourOf(bill.completedAt)).padStart(2, '0')}:00`;
  return grouped(
    ofType(raw, ask),
    (bill) =>
      `${new Date(`${bill.businessDate}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}|${hour(bill)}`,
  ).map(([place, bills]) => ({
    weekday: place.split('|')[0] ?? '',
    hour: place.split('|')[1] ?? '',
    bills: visits(bills),
    total: totalOf(bills),
    average: averageOf(bills),
  }));
};

const byHour: Expected = (raw, ask) => {
  const all = ofType(raw, ask);
  return grouped(all, (bill) => `${String(hourOf(bill.completedAt)).padStart(2, '0')}:00`).map(([hour, bills]) => ({
    hour,
    ...figures(bills),
    share: percentOf(totalOf(bills), totalOf(all)),
  }));
};

const byType: Expected = (raw, ask) => {
  const all = soldIn(raw, ask);
  return grouped(all, (bill) => bill.type).map(([type, bills]) => ({
    type,
    ...figures(bills),
    average: averageOf(bills),
    share: percentOf(totalOf(bills), totalOf(all)),
  }));
};

const slots: Expected = (raw, ask) =>
  grouped(ofType(raw, ask), (bill) => `${bill.type} ${bill.slot}`).map(([slot, bills]) => ({
    slot,
    bills: visits(bills),
    minutes: minutesOf(bills),
    total: totalOf(bills),
    average: averageOf(bills),
  }));

const byServer: Expected = (raw, ask) =>
  grouped(soldIn(raw, ask), (bill) => String(waiterOf(bill).id)).map(([id, bills]) => ({
    userId: Number(id),
    person: person(raw, Number(id)),
    sentBy: '',
    bills: visits(bills),
    total: totalOf(bills),
    average: averageOf(bills),
  }));

const delivery: Expected = (raw, ask) =>
  grouped(
    soldIn(raw, ask).filter(({ type }) => type === 'Delivery' || type === 'Takeaway'),
    (bill) => `${bill.type}|${bill.deliveryStatus ?? 'Pending'}`,
  ).map(([place, bills]) => ({
    type: place.split('|')[0] ?? '',
    status: place.split('|')[1] ?? '',
    bills: visits(bills),
    minutes: minutesOf(bills),
    total: totalOf(bills),
  }));

const tips: Expected = (raw, ask) =>
  grouped(soldIn(raw, ask), (bill) => bill.businessDate ?? '')
    .map(([date, bills]) => ({ date, bills: visits(bills), tip: add(bills, (bill) => bill.tip) }))
    .filter(({ tip }) => tip !== 0);

const serviceCharge: Expected = (raw, ask) =>
  grouped(soldIn(raw, ask), (bill) => `${bill.businessDate}|${bill.type}`)
    .map(([place, bills]) => ({
      date: place.split('|')[0] ?? '',
      type: place.split('|')[1] ?? '',
      serviceCharge: add(bills, (bill) => bill.serviceCharge),
    }))
    .filter((row) => row.serviceCharge !== 0);

interface Sold {
  readonly menuItemId: number;
  readonly item: string;
  readonly size: string;
  readonly qty: number;
  readonly amount: number;
}

const thousandths = (items: readonly BillItem[]): number => Math.round(add(items, ({ qty }) => qty) * 1000) / 1000;
const amounts = (items: readonly BillItem[]): number => add(items.filter(isLive), amountOf);

function soldItems(raw: RawData, ask: ReportQuery): Sold[] {
  const lines = soldIn(raw, ask).flatMap(({ items }) => items.filter((item) => !item.isVoid));
  return grouped(lines, (item) => `${item.menuItemId}|${item.size}`).map(([, items]) => ({
    menuItemId: items[0]?.menuItemId ?? 0,
    item: items[0]?.name ?? '',
    size: items[0]?.size ?? '',
    qty: thousandths(items),
    amount: amounts(items),
  }));
}

const categoryOf = (raw: RawData, { menuItemId }: Sold): number =>
  raw.items.find(({ id }) => id === menuItemId)?.category_ids[0] ?? 0;

const categoryNameOf = (raw: RawData, sold: Sold): string =>
  raw.categories.find(({ id }) => id === categoryOf(raw, sold))?.name ??
  (sold.menuItemId === 0 ? 'Delivery fee' : 'No category');

/** Returns the size that a report names: none for an item that has one (R35.41). */
function namedSize(raw: RawData, { menuItemId, size }: Sold, sold: readonly Sold[]): string {
  const onMenu = raw.items.find(({ id }) => id === menuItemId)?.sizes.length ?? 0;
  return onMenu > 1 || sold.filter((one) => one.menuItemId === menuItemId).length > 1 ? size : '';
}

const unitOf = (raw: RawData, { menuItemId }: Sold): string =>
  raw.items.find(({ id }) => id === menuItemId)?.is_sold_by_weight ? 'kg' : '';

const byItem: Expected = (raw, ask) => {
  const wanted = Number(ask.filters.categoryId ?? 0);
  const sold = soldItems(raw, ask);
  const named = sold.map((one) => ({ ...one, size: namedSize(raw, one, sold) }));
  const all = named.filter((one) => wanted === 0 || categoryOf(raw, one) === wanted);
  const whole = add(all, ({ amount }) => amount);
  return all.map((one) => {
    const { item, size, qty, amount } = one;
    return { item, size, qty, unit: unitOf(raw, one), amount, share: percentOf(amount, whole) };
  });
};

const byCategory: Expected = (raw, ask) => {
  const all = soldItems(raw, ask);
  const whole = add(all, ({ amount }) => amount);
  return grouped(all, (sold) => categoryNameOf(raw, sold)).map(([category, items]) => {
    const amount = add(items, (item) => item.amount);
    const sumOf = (unit: string) => {
      const own = items.filter((item) => unitOf(raw, item) === unit);
      return own.length === 0 ? null : Math.round(add(own, (item) => item.qty) * 1000) / 1000;
    };
    return { category, qty: sumOf(''), weight: sumOf('kg'), amount, share: percentOf(amount, whole) };
  });
};

/** Returns the cost of one portion by its recipe, in laari; null when it is unknown. The recipes of the test have plain items in stock units, without wastage. */
export function costByRecipe({ recipes, costs }: RawData, menuItemId: number): number | null {
  const lines = recipes.filter((recipe) => recipe.menu_item_id === menuItemId && recipe.is_active)[0]?.lines ?? [];
  const of = (itemId: number): number => Number(costs.find(({ item_id }) => item_id === itemId)?.avg_cost ?? 0);
  if (lines.length === 0 || lines.some(({ itemId }) => of(itemId) === 0)) return null;
  return Math.round(add(lines, ({ itemId, qty }) => (qty / 1000) * (of(itemId) / 1000)));
}

/** Popular items sell at least 70 % of an equal share; profitable items have at least the average margin. Items refunded as often as sold have no class. */
const engineering: Expected = (raw, ask) => {
  const everything = soldItems(raw, ask);
  const all = everything.map((sold) => {
    const sizes = raw.items.find(({ id }) => id === sold.menuItemId)?.sizes ?? [];
    const size = sizes.find(({ value }) => value === sold.size) as { costPrice?: number } | undefined;
    const one = size?.costPrice ?? costByRecipe(raw, sold.menuItemId);
    const cost = one === null ? null : Math.round(one * sold.qty);
    const left = cost === null ? null : sold.amount - cost;
    return { ...sold, size: namedSize(raw, sold, everything), unit: unitOf(raw, sold), cost, left };
  });
  const selling = all.flatMap((one) =>
    one.left !== null && one.qty > 0 ? [{ ...one, margin: Math.round(one.left / one.qty) }] : [],
  );
  const qty = add(selling, (one) => one.qty);
  const average = add(selling, (one) => one.qty * one.margin) / qty;
  return all.map(({ menuItemId: _, ...one }): ReportRow => {
    if (one.left === null) return { ...one, margin: null, class: 'Cost unknown' };
    if (one.qty <= 0) return { ...one, margin: null, class: '' };
    const margin = Math.round(one.left / one.qty);
    const isPopular = one.qty >= (0.7 * qty) / selling.length;
    const name = isPopular ? ['Plowhorse', 'Star'] : ['Dog', 'Puzzle'];
    return { ...one, margin, class: name[margin >= average ? 1 : 0] ?? '' };
  });
};

/** Discounts by who gave them and who approved them. A refund takes back what was given. */
const discounts: Expected = (raw, ask) => {
  const given = soldIn(raw, ask).flatMap((bill) => {
    const parts = new Map(billTotals(bill).lines.map((one) => [one.key, one.discount]));
    const id = isRefund(bill) ? 0 : (bill.id ?? 0);
    const none = { bill: id, line: 0, part: 0, comp: null };
    return bill.items
      .filter((item) => !item.isVoid)
      .flatMap((item) => [
        { ...none, by: item.givenBy, line: item.isComp ? 0 : grossOf(item) - amountOf(item) },
        { ...none, by: bill.discountBy, part: parts.get(item.key) ?? 0 },
        { ...none, by: item.givenBy, comp: item.isComp ? amountOf(item) : null },
      ]);
  });
  return grouped(
    given.filter(({ line, part, comp }) => line !== 0 || part !== 0 || comp !== null),
    ({ by }) => `${by?.by}|${by?.approver}`,
  ).map(([, lines]) => ({
    person: person(raw, lines[0]?.by?.by ?? null) || 'Unknown',
    approved: person(raw, lines[0]?.by?.approver ?? null),
    bills: new Set(lines.flatMap(({ bill }) => (bill === 0 ? [] : [bill]))).size,
    lineDiscount: add(lines, ({ line }) => line),
    billDiscount: add(lines, ({ part }) => part),
    compLines: lines.filter(({ comp }) => comp !== null).length,
    comps: add(lines, ({ comp }) => comp ?? 0),
  }));
};

const discountReasons: Expected = (raw, ask) => {
  const given = soldIn(raw, ask).flatMap((bill) => {
    const parts = new Map(billTotals(bill).lines.map((one) => [one.key, one.discount]));
    const id = isRefund(bill) ? 0 : (bill.id ?? 0);
    return bill.items
      .filter((item) => !item.isVoid && !item.isComp)
      .flatMap((item) => [
        { id, by: item.givenBy, why: item.discount?.reason, line: grossOf(item) - amountOf(item), part: 0 },
        { id, by: bill.discountBy, why: bill.discountReason, line: 0, part: parts.get(item.key) ?? 0 },
      ]);
  });
  return grouped(
    given.filter(({ line, part }) => line !== 0 || part !== 0),
    ({ by, why }) => `${by?.by}|${why ?? ''}`,
  ).map(([, lines]) => ({
    reason: lines[0]?.why || 'No reason',
    person: person(raw, lines[0]?.by?.by ?? null) || 'Unknown',
    items: lines.filter(({ id, line }) => id !== 0 && line !== 0).length,
    lineDiscount: add(lines, ({ line }) => line),
    bills: new Set(lines.flatMap(({ id, part }) => (id === 0 || part === 0 ? [] : [id]))).size,
    billDiscount: add(lines, ({ part }) => part),
    amount: add(lines, ({ line, part }) => line + part),
  }));
};

const voids: Expected = (raw, ask) => {
  const ofBills = raw.bills
    .filter((bill) => bill.isVoid && isWithin(bill.businessDate, ask))
    .flatMap((bill) =>
      bill.items
        .filter((item) => !(item.isVoid && item.voidedBy === null && item.voidReason === 'Split'))
        .map((item) => ({
          at: item.isVoid ? item.voidedAt : bill.modifiedAt,
          bill: String(bill.number),
          kind: item.isVoid ? 'Item' : 'Bill',
          what: item.name,
          qty: item.qty,
          unit: item.unit ?? '',
          amount: grossOf(item),
          person: person(raw, item.isVoid ? item.voidedBy : bill.modifiedBy),
          sentBy: '',
          reason: (item.isVoid ? item.voidReason : bill.voidReason) ?? '',
        })),
    );
  const ofLines = soldIn(raw, ask).flatMap((bill) =>
    bill.items
      // An item that was split is replaced by its parts.
      .filter((item) => item.isVoid && !(item.voidedBy === null && item.voidReason === 'Split'))
      .map((item) => ({
        at: item.voidedAt,
        bill: bill.invoiceNumber,
        kind: 'Item',
        what: item.name,
        qty: item.qty,
        unit: item.unit ?? '',
        amount: grossOf(item),
        person: person(raw, item.voidedBy),
        sentBy: '',
        reason: item.voidReason ?? '',
      })),
  );
  return [...ofBills, ...ofLines];
};

const paidLess: Expected = (raw, ask) =>
  soldIn(raw, ask).flatMap((bill) => {
    if (bill.printed === undefined || bill.printed.total <= toPay(bill)) return [];
    const { total: printed, lowered } = bill.printed;
    return {
      at: bill.completedAt,
      bill: bill.invoiceNumber,
      printed,
      total: toPay(bill),
      difference: printed - toPay(bill),
      person: person(raw, lowered?.by ?? null),
      approved: '',
      note: lowered?.isUnapproved ? 'Nobody approved it' : '',
    };
  });

const refunds: Expected = (raw, ask) =>
  soldIn(raw, ask)
    .filter(isRefund)
    .map((bill) => ({
      date: bill.businessDate,
      bill: bill.invoiceNumber,
      of: raw.bills.find(({ id }) => id === bill.refundOfId)?.invoiceNumber ?? null,
      total: bill.total,
      person: person(raw, bill.createdBy),
      reason: bill.note,
    }));

export const expectedSales: Readonly<Record<string, Expected>> = {
  sales,
  'sales-by-hour': byHour,
  'sales-by-type': byType,
  slots,
  'sales-by-server': byServer,
  delivery,
  tips,
  'service-charge': serviceCharge,
  'sales-by-weekday': byWeekday,
  'sales-by-item': byItem,
  'sales-by-category': byCategory,
  'menu-engineering': engineering,
  discounts,
  'discount-reasons': discountReasons,
  voids,
  'paid-less': paidLess,
  refunds,
};
