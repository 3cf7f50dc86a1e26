/** What promotions, sets and other prices than the menu's made of one bill, for the reports on prices. Source: docs/rules.md#price-reports. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { joinedShares } from '@atoll/domain/bill/promotion/joined-shares';
import type { LineShare } from '@atoll/domain/bill/promotion/off';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { shareOf } from '@atoll/domain/bill/split/refund';
import { type BillTotals, grossAmount, type LineTotals } from '@atoll/domain/bill/totals';
import { allocate } from '@atoll/domain/money/allocate';
import { listInWords } from '@atoll/domain/price/price-words';
import type { PriceDifference } from '@atoll/domain/report/price-reports';
import type { SaleRuleTable } from '../../../platform/store/schema/schema-report.ts';

export type RuleSums = Omit<SaleRuleTable, 'outlet_id' | 'business_date'>;
type Place = Pick<RuleSums, 'kind' | 'rule_id' | 'name'> & Partial<Pick<RuleSums, 'menu_item_id' | 'size'>>;
type Figures = Partial<Omit<RuleSums, keyof Place>>;

/** The paid bill that a refund takes back. */
export interface RefundedBill {
  readonly paid: Bill;
  readonly totals: BillTotals;
  /** Key of the paid bill's item, by key of the refund's item. */
  readonly origin: ReadonlyMap<string, string>;
  /** The quantities that earlier refunds took back, by key of the paid bill's item. */
  readonly done: ReadonlyMap<string, number>;
}

const none = { bills: 0, uses: 0, qty: 0, value: 0, promotion: 0, discount: 0, amount: 0, tax: 0 };

const names = Object.keys(none) as readonly (keyof typeof none)[];

class Sums {
  readonly #rows = new Map<string, RuleSums>();

  add(place: Place, figures: Figures): void {
    const { kind, rule_id, menu_item_id = 0, size = '' } = place;
    const key = `${kind} ${rule_id} ${menu_item_id} ${size}`;
    const row = this.#rows.get(key);
    if (!row) this.#rows.set(key, { ...none, ...figures, menu_item_id, size, ...place });
    else for (const name of names) row[name] += figures[name] ?? 0;
  }

  get rows(): RuleSums[] {
    return [...this.#rows.values()];
  }
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/** Returns what a line brought. */
const figuresOf = ({ qty, gstMode }: BillItem, line: LineTotals) => ({
  qty: thousandths(qty),
  value: line.gross,
  promotion: line.promotion,
  discount: line.gross - line.promotion - line.amount + line.discount,
  amount: line.net,
  tax: gstMode === 'Inclusive' ? line.taxAmount : 0,
});

/** Returns the promotions of a line; those of a refunded one are those of the paid line, as far as it comes back. */
function sharesOf(line: LineTotals, refunded: RefundedBill | undefined): readonly LineShare[] {
  if (!refunded || line.promotion === 0) return line.shares;
  const key = refunded.origin.get(line.key);
  const shares = refunded.totals.lines.find((one) => one.key === key)?.shares ?? [];
  if (shares.length === 0) return [];
  const parts = allocate(
    line.promotion,
    shares.map(({ amount }) => amount),
  );
  return shares.map((share, place) => ({ ...share, amount: parts[place] as number }));
}

/** Returns the sums of a completed bill. With `refunded` it is a refund, which subtracts what it gives back, and is no bill. */
export function ruleSums(bill: Bill, { lines }: BillTotals, refunded?: RefundedBill): RuleSums[] {
  const isPlain = !bill.applied && !refunded?.paid.applied && !bill.items.some(isTold);
  if (isPlain) return [];
  const sums = new Sums();
  const totals = new Map(lines.map((line) => [line.key, line]));
  const uses = new Map<number, Set<string>>();
  const roots = new Map((bill.applied ?? []).map(({ key, rootKey }) => [key, rootKey]));
  for (const item of bill.items) {
    const line = totals.get(item.key);
    // Most items have neither.
    if (!line || (line.shares.length === 0 && line.promotion === 0 && !item.ofSet)) continue;
    const figures = figuresOf(item, line);
    const place = { menu_item_id: item.menuItemId, size: item.size, name: item.name };
    if (line.promotion !== 0) sums.add({ kind: 'Reduced', rule_id: 0, ...place }, figures);
    const shares = sharesOf(line, refunded);
    for (const { promotionId, key } of shares) {
      const of = uses.get(promotionId) ?? new Set();
      uses.set(promotionId, of.add(roots.get(key) ?? key));
    }
    for (const share of joinedShares(shares, ({ promotionId }) => promotionId)) {
      const { qty: _, tax: __, discount: ___, ...rest } = figures;
      sums.add(
        { kind: 'Promotion', rule_id: share.promotionId, name: share.words },
        { ...rest, promotion: share.amount },
      );
    }
    if (item.ofSet) {
      sums.add({ kind: 'SetPart', rule_id: item.ofSet.id, ...place }, figures);
      const { qty: _, ...rest } = figures;
      sums.add({ kind: 'Set', rule_id: item.ofSet.id, name: item.ofSet.name }, rest);
    }
  }
  if (!refunded)
    for (const [rule_id, of] of uses)
      sums.add({ kind: 'Promotion', rule_id, name: nameOf(bill, rule_id) }, { bills: 1, uses: of.size });
  for (const { item, qty } of setsOf(bill, refunded)) {
    sums.add({ kind: 'Set', rule_id: item.menuItemId, name: item.name }, { qty: thousandths(qty) });
    // A refund has no line for the set itself, which has the price.
    if (refunded) addDifference(sums, { ...item, qty }, refunded);
  }
  for (const item of bill.items) addDifference(sums, item, refunded);
  return sums.rows;
}

const nameOf = ({ applied = [] }: Bill, id: number): string =>
  applied.find(({ promotionId }) => promotionId === id)?.words ?? '';

/** Returns the sets that a bill sells. A refund gives a set back when it takes the last of its parts, whichever refunds took the others. */
function setsOf(bill: Bill, refunded: RefundedBill | undefined): { readonly item: BillItem; readonly qty: number }[] {
  const isSold = ({ isVoid, isComp }: BillItem): boolean => !isVoid && !isComp;
  if (!refunded)
    return bill.items.filter((item) => isSetHead(item) && isSold(item)).map((item) => ({ item, qty: item.qty }));
  const now = new Map(bill.items.map((item) => [refunded.origin.get(item.key), -item.qty]));
  return refunded.paid.items.filter(isSetHead).flatMap((item) => {
    const parts = partsOfSet(refunded.paid.items, item.key).filter(isSold);
    if (parts.length === 0) return [];
    const before = parts.map(({ key }) => thousandths(refunded.done.get(key) ?? 0));
    const after = parts.map(({ key }, place) => (before[place] as number) + thousandths(now.get(key) ?? 0));
    const whole = Math.min(...after) - Math.min(...before);
    return whole === 0 ? [] : { item, qty: -whole / 1000 };
  });
}

/** Returns why an item does not cost what the menu says, with the menu's price; undefined when it does. */
function differenceOf(item: BillItem): { readonly kind: PriceDifference; readonly price: number } | undefined {
  const { priceFlag, laterPrice, priceRule, listPrice = item.setPrice ?? item.sellingPrice } = item;
  if (priceFlag === 'OldRules' || priceFlag === 'Unproven') return { kind: priceFlag, price: laterPrice ?? listPrice };
  if (laterPrice !== undefined) return { kind: 'OldMenu', price: laterPrice };
  if (priceRule) return { kind: 'List', price: listPrice };
  return item.listPrice === undefined ? undefined : { kind: 'Own', price: listPrice };
}

const isTold = (item: BillItem): boolean =>
  item.ofSet !== undefined || isSetHead(item) || differenceOf(item) !== undefined;

/** Returns a price times the quantity of an item; a refunded one takes its part of what the paid quantity costs. */
function priced(sellingPrice: number, { key, qty }: BillItem, refunded: RefundedBill | undefined): number {
  const times = (sold: number): number => grossAmount({ sellingPrice, qty: sold, modifiers: [] });
  const paid = refunded?.paid.items.find((item) => item.key === refunded.origin.get(key));
  if (!refunded || !paid) return times(qty);
  const from = thousandths(refunded.done.get(paid.key) ?? 0);
  return -shareOf(times(paid.qty), { from, to: from - thousandths(qty), of: thousandths(paid.qty) });
}

function addDifference(sums: Sums, item: BillItem, refunded: RefundedBill | undefined): void {
  const found = item.isVoid || item.isComp ? undefined : differenceOf(item);
  if (!found) return;
  const { menuItemId: menu_item_id, size, priceRule, qty } = item;
  const bare = (price: number): number => priced(price, item, refunded);
  sums.add(
    {
      kind: found.kind,
      rule_id: priceRule?.id ?? 0,
      menu_item_id,
      size,
      name: priceRule ? listInWords(priceRule.words) : '',
    },
    { qty: thousandths(qty), value: bare(found.price), amount: bare(item.setPrice ?? item.sellingPrice) },
  );
}
