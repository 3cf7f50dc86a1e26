/** Expected rows of the reports on promotions, sets and prices that differ. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import { allocate } from '@atoll/domain/money/allocate';
import type { ReportRow } from '@atoll/domain/report/report';
import { add, grouped, isRefund, percentOf, soldIn } from './compute.ts';
import { costByRecipe } from './expected-sales.ts';
import type { RawData } from './raw-data.ts';
import type { Expected, ReportQuery } from './report-query.ts';

/** An item that counts, with what it cost before and after what was taken off. */
interface Sold {
  readonly bill: Bill;
  readonly item: BillItem;
  readonly before: number;
  readonly after: number;
  /** What each promotion takes off. */
  readonly off: ReadonlyMap<number, { readonly name: string; readonly amount: number }>;
}

const paidOf = (raw: RawData, bill: Bill): Bill | undefined => raw.bills.find(({ id }) => id === bill.refundOfId);

/** Returns the key of the paid item that an item of a refund takes back. */
const paidKey = (raw: RawData, bill: Bill, item: BillItem): string | undefined =>
  raw.refundItems.find((one) => one.bill_id === bill.id && one.item_id === item.id)?.of_item_key;

function soldLines(raw: RawData, ask: ReportQuery): Sold[] {
  return soldIn(raw, ask).flatMap((bill) => {
    const { lines } = billTotals(bill);
    const paid = paidOf(raw, bill);
    const paidLines = paid ? billTotals(paid).lines : [];
    return lines.flatMap((line): Sold[] => {
      const item = bill.items.find(({ key }) => key === line.key);
      if (!item) return [];
      const shares = paid ? (paidLines.find(({ key }) => key === paidKey(raw, bill, item))?.shares ?? []) : line.shares;
      const weights = shares.map(({ amount }) => amount);
      const parts = line.promotion === 0 ? weights.map(() => 0) : allocate(line.promotion, weights);
      const off = new Map<number, { name: string; amount: number }>();
      for (const [place, { promotionId, words }] of shares.entries()) {
        const known = off.get(promotionId)?.amount ?? 0;
        if (line.promotion !== 0) off.set(promotionId, { name: words, amount: known + (parts[place] ?? 0) });
      }
      return [{ bill, item, before: line.gross, after: line.amount - line.discount, off }];
    });
  });
}

const promotionOff = ({ off }: Sold): number => add([...off.values()], ({ amount }) => amount);
const round = (qty: number): number => Math.round(qty * 1000) / 1000;

const promotions: Expected = (raw, ask) => {
  const lines = soldLines(raw, ask);
  const ids = [...new Set(lines.flatMap(({ off }) => [...off.keys()]))];
  return ids.map((id) => {
    const own = lines.filter(({ off }) => off.has(id));
    const sales = [...new Set(own.map(({ bill }) => bill))].filter((bill) => !isRefund(bill));
    const taken = add(own, ({ off }) => off.get(id)?.amount ?? 0);
    const before = add(own, (line) => line.before);
    return {
      promotion: own[0]?.off.get(id)?.name ?? '',
      bills: sales.length,
      uses: add(sales, (bill) => billTotals(bill).promotions.find(({ promotionId }) => promotionId === id)?.uses ?? 0),
      before,
      off: taken,
      share: percentOf(taken, before),
      amount: add(own, ({ after }) => after),
    };
  });
};

const menuOf = (raw: RawData, id: number) => raw.items.find((item) => item.id === id);

/** Returns the names of an item as a report has them. */
function named(raw: RawData, { menuItemId, name, size }: BillItem) {
  const item = menuOf(raw, menuItemId);
  return {
    item: item?.name ?? name,
    size: (item?.sizes.length ?? 0) > 1 ? size : '',
    unit: item?.is_sold_by_weight ? 'kg' : '',
  };
}

const placeOf = ({ menuItemId, size }: BillItem): string => `${menuItemId}|${size}`;

const margin: Expected = (raw, ask) =>
  grouped(
    soldLines(raw, ask).filter((line) => promotionOff(line) !== 0),
    ({ item }) => placeOf(item),
  ).map(([, own]): ReportRow => {
    const first = own[0]?.item as BillItem;
    const qty = round(add(own, ({ item }) => item.qty));
    const before = add(own, (line) => line.before);
    const after = add(own, (line) => line.after);
    const taken = add(own, promotionOff);
    const revenue = after - add(own, ({ item }) => (item.gstMode === 'Inclusive' ? item.taxAmount : 0));
    const sizes = menuOf(raw, first.menuItemId)?.sizes ?? [];
    const size = sizes.find(({ value }) => value === first.size) as { costPrice?: number } | undefined;
    const one = size?.costPrice ?? costByRecipe(raw, first.menuItemId);
    const cost = one === null ? null : Math.round(one * qty);
    const left = cost === null ? null : revenue - cost;
    return {
      ...named(raw, first),
      qty,
      before,
      promotions: taken,
      discounts: before - taken - after,
      revenue,
      cost,
      left,
      share: left === null ? null : percentOf(left, revenue),
    };
  });

/** Returns why an item did not cost what the menu says, and what the menu says. */
function whyDifferent({ priceFlag, laterPrice, priceRule, listPrice }: BillItem): [string, number | undefined] | null {
  if (priceFlag === 'OldRules') return ['Price rules of before', laterPrice ?? listPrice];
  if (priceFlag === 'Unproven') return ['Not confirmed by the server', laterPrice ?? listPrice];
  if (laterPrice !== undefined) return ['Menu price of before', laterPrice];
  if (priceRule) return ['Price list', listPrice];
  return listPrice === undefined ? null : ['Price typed by a person', listPrice];
}

const priceTimes = (price: number, qty: number): number =>
  Math.sign(qty) * Math.floor((price * Math.round(Math.abs(qty) * 1000) + 500) / 1000);

/** Returns a price times the quantity of an item; refunds of it leave what the quantity costs that they leave of the paid one, in proportion. */
function pricedOf(raw: RawData, bill: Bill, item: BillItem): (price: number) => number {
  const key = paidKey(raw, bill, item);
  const paid = paidOf(raw, bill)?.items.find((one) => one.key === key);
  if (!paid) return (price) => priceTimes(price, item.qty);
  const before = raw.refundItems.filter((one) => one.of_item_key === key && one.bill_id < (bill.id ?? 0));
  const earlier = add(before, ({ qty }) => qty);
  return (price) => {
    const whole = priceTimes(price, paid.qty);
    const back = (qty: number): number => Math.floor((whole * qty) / (paid.qty * 1000) + 0.5);
    return back(earlier) - back(earlier + Math.round(-item.qty * 1000));
  };
}

/** Returns the heads of sets that a refund gives back, which has lines for their parts alone. */
function headsBack(raw: RawData, bill: Bill): BillItem[] {
  const paid = paidOf(raw, bill);
  const back = paid ? setsOn(raw, bill) : [];
  return back.flatMap(({ key, qty }) =>
    (paid?.items ?? []).filter((item) => item.key === key && qty !== 0).map((item) => ({ ...item, qty })),
  );
}

const differences: Expected = (raw, ask) => {
  const found = soldIn(raw, ask).flatMap((bill) =>
    [...bill.items, ...headsBack(raw, bill)].flatMap((item) => {
      const [why, menuPrice] = whyDifferent(item) ?? [];
      const price = item.setPrice ?? item.sellingPrice;
      if (!why || item.isVoid || item.isComp) return [];
      const list = item.priceRule?.words.split('; ').at(-1)?.split(', ')[0] ?? '';
      const priced = pricedOf(raw, bill, item);
      return [{ item, why, list, before: priced(menuPrice ?? price), after: priced(price) }];
    }),
  );
  return grouped(found, ({ item, why, list }) => `${why}|${list}|${placeOf(item)}`).map(([, own]): ReportRow => {
    const { item, why, list } = own[0] as (typeof found)[number];
    const before = add(own, (one) => one.before);
    const amount = add(own, (one) => one.after);
    const qty = round(add(own, (one) => one.item.qty));
    return { why, list, ...named(raw, item), qty, before, amount, difference: amount - before };
  });
};

/** Returns how many sets a bill sells; a set of which all parts came back, in one refund or several, is given back by the last of them. */
function setsOn(raw: RawData, bill: Bill): { readonly key: string; readonly id: number; readonly qty: number }[] {
  const isSold = (item: BillItem): boolean => !item.isVoid && !item.isComp;
  const of = paidOf(raw, bill) ?? bill;
  return of.items
    .filter((item) => item.setPrice !== undefined && isSold(item))
    .map((head) => {
      if (of === bill) return { key: head.key, id: head.menuItemId, qty: head.qty };
      const parts = of.items.filter((item) => item.parentKey === head.key && isSold(item));
      const wholeBefore = (billId: number): number => {
        const back = raw.refundItems.filter((one) => one.bill_id < billId);
        const ofParts = parts.map(({ key }) =>
          add(
            back.filter((one) => one.of_item_key === key),
            ({ qty }) => qty,
          ),
        );
        return parts.length === 0 ? 0 : Math.min(...ofParts) / 1000;
      };
      const id = bill.id ?? 0;
      return { key: head.key, id: head.menuItemId, qty: wholeBefore(id) - wholeBefore(id + 1) };
    });
}

const sets: Expected = (raw, ask) => {
  const parts = soldLines(raw, ask).filter(({ item }) => item.ofSet !== undefined);
  const heads = soldIn(raw, ask).flatMap((bill) => setsOn(raw, bill));
  const none = { qty: null, share: null, before: null, promotions: null, discounts: null, amount: null };
  return grouped(parts, ({ item }) => String(item.ofSet?.id)).flatMap(([id, ofSet]): ReportRow[] => {
    const set = ofSet[0]?.item.ofSet?.name ?? '';
    const sold = round(
      add(
        heads.filter((head) => String(head.id) === id),
        ({ qty }) => qty,
      ),
    );
    const rows = grouped(ofSet, ({ item }) => placeOf(item)).map(([, own]): ReportRow => {
      const { item: part, size } = named(raw, own[0]?.item as BillItem);
      const qty = round(add(own, ({ item }) => item.qty));
      const before = add(own, (line) => line.before);
      const amount = add(own, ({ after }) => after);
      const taken = add(own, promotionOff);
      const figures = { before, promotions: taken, discounts: before - taken - amount, amount };
      return { set, sets: null, part, size, qty, share: percentOf(qty, sold), ...figures };
    });
    return [{ set, sets: sold, part: '', size: '', ...none }, ...rows];
  });
};

export const expectedPrices: Readonly<Record<string, Expected>> = {
  promotions,
  'promotion-margin': margin,
  'price-differences': differences,
  sets,
};
