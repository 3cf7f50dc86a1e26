/**
 * A set menu on a bill: a head of 0.00 and a part for each chosen unit, which together cost the set and its extras. Money in laari.
 * Source: R21.25–R21.27, docs/rules.md#set-menus.
 */
import { allocate } from '../../money/allocate.ts';
import type { BillItem } from '../bill.ts';
import { derivedKey } from '../derived-key.ts';

/** Returns whether an item is the head of a set: it costs nothing itself. */
export const isSetHead = ({ setPrice }: Pick<BillItem, 'setPrice'>): boolean => setPrice !== undefined;

/** Returns whether an item is a part of a set. */
export const isSetPart = ({ parentKey }: Pick<BillItem, 'parentKey'>): boolean => parentKey !== undefined;

/** What a part costs by itself, and on top of the set. */
export interface SetPartPrice {
  readonly listPrice: number;
  readonly extraPrice: number;
}

/**
 * Returns the price of each part per unit: the set's price divided by what the parts cost by themselves, equally when that is nothing, and the extra
 * of the part. They add up to the price and the extras exactly, so they do for each quantity.
 */
export function setPrices(setPrice: number, parts: readonly SetPartPrice[]): number[] {
  const shares = allocate(
    setPrice,
    parts.map(({ listPrice }) => listPrice),
  );
  return parts.map(({ extraPrice }, place) => (shares[place] as number) + extraPrice);
}

/** Returns a new item as the head of a set: no station makes it, and it is served with none of the courses of its parts. */
export function asSetHead(item: BillItem): BillItem {
  const { station: _, courseNo: __, firedAt: ___, firedSent: ____, firedBy: _____, ...rest } = item;
  const menuItem = item.menuItem && { ...item.menuItem, type: 'NA' as const };
  return { ...rest, menuItem, setPrice: item.sellingPrice, sellingPrice: 0 };
}

/** What makes a new item a part of a set. */
export interface SetPlace {
  readonly head: BillItem;
  readonly groupId: number;
  /** Per unit, with the extra. */
  readonly price: number;
  readonly extraPrice: number;
}

/**
 * Returns a new item as a part of a set: it takes the set's kind of GST unless it is exempt itself, and its greatest discount, because promotions and
 * discounts are for the set. Its rate of GST stays.
 */
export function asSetPart(item: BillItem, { head, groupId, price, extraPrice }: SetPlace): BillItem {
  const { listPrice: _, priceRule: __, laterPrice: ___, maxDiscountPct: ____, rulesVersion: _____, ...rest } = item;
  return {
    ...rest,
    parentKey: head.key,
    choiceGroupId: groupId,
    ofSet: { id: head.menuItemId, name: head.name },
    sellingPrice: price,
    ...(extraPrice > 0 && { extraPrice }),
    qty: head.qty,
    ...(head.maxDiscountPct !== undefined && { maxDiscountPct: head.maxDiscountPct }),
    ...(head.seat && { seat: head.seat }),
    gstMode: item.gstMode === 'Exempt' ? 'Exempt' : head.gstMode,
    serviceChargeable: head.serviceChargeable && item.serviceChargeable,
  };
}

/** Returns what the set itself pays of a part, per unit. */
export const shareOfSet = ({ sellingPrice, extraPrice = 0 }: Pick<BillItem, 'sellingPrice' | 'extraPrice'>): number =>
  sellingPrice - extraPrice;

/** Returns the key of the part that takes the place of another one: two tills that swap the same part make one. */
export const swapKey = (partKey: string): string => derivedKey(`swap ${partKey}`);

/** Returns the parts of a set. */
export const partsOfSet = (items: readonly BillItem[], headKey: string): BillItem[] =>
  items.filter(({ parentKey }) => parentKey === headKey);

/** Returns the part of a set that went furthest, where the set is listed; the set itself when none is left. */
export function firstPart(items: readonly BillItem[], head: BillItem): BillItem {
  const parts = partsOfSet(items, head.key).filter(({ isVoid }) => isVoid === head.isVoid);
  return parts.find(({ sentQty }) => sentQty > 0) ?? parts[0] ?? head;
}

/** Returns the extras of a set per unit: of its live parts, or of all while it is void. */
const extrasOf = (head: BillItem, parts: readonly BillItem[]): number =>
  parts.reduce((sum, part) => sum + (part.isVoid === head.isVoid ? (part.extraPrice ?? 0) : 0), 0);

/** Returns what a set costs per unit with the extras and options of its parts. */
export function setUnitPrice(head: BillItem, parts: readonly BillItem[]): number {
  const options = parts.reduce(
    (sum, { isVoid, modifiers }) => sum + (isVoid ? 0 : modifiers.reduce((all, { priceDelta }) => all + priceDelta, 0)),
    0,
  );
  return (head.setPrice ?? 0) + extrasOf(head, parts) + options;
}

/** Returns the keys with those of the parts of their sets that are not void. */
export function withSetParts(items: readonly BillItem[], keys: readonly string[]): string[] {
  const wanted = new Set(keys);
  for (const { key, parentKey, isVoid } of items) if (parentKey && wanted.has(parentKey) && !isVoid) wanted.add(key);
  return [...wanted];
}

/** Returns whether a part of a set is among the keys without its set. */
export function hasLonePart(items: readonly BillItem[], keys: readonly string[]): boolean {
  const wanted = new Set(keys);
  const here = new Set(items.map(({ key }) => key));
  return items.some(
    ({ key, parentKey }) => parentKey !== undefined && wanted.has(key) && here.has(parentKey) && !wanted.has(parentKey),
  );
}

/** Returns items with each part after its set, otherwise in their order. A part without its set stays where it is. */
export function inSetOrder<Item extends Pick<BillItem, 'key' | 'parentKey'>>(items: readonly Item[]): Item[] {
  const keys = new Set(items.map(({ key }) => key));
  const parts = Map.groupBy(items, ({ parentKey }) => (parentKey && keys.has(parentKey) ? parentKey : ''));
  return (parts.get('') ?? []).flatMap((item) => [item, ...(parts.get(item.key) ?? [])]);
}

/** An item as promotions see it. A set is one item at its price; its parts are none. */
export function promotionItems(items: readonly BillItem[]): readonly BillItem[] {
  if (!items.some(isSetHead)) return items;
  const keys = new Set(items.filter(isSetHead).map(({ key }) => key));
  return items.flatMap((item) => {
    if (item.parentKey && keys.has(item.parentKey)) return [];
    if (item.setPrice === undefined) return [item];
    const extra = setUnitPrice(item, partsOfSet(items, item.key)) - item.setPrice;
    const modifiers = extra === 0 ? [] : [{ optionId: 0, name: '', priceDelta: extra }];
    return [{ ...item, sellingPrice: item.setPrice, modifiers }];
  });
}
