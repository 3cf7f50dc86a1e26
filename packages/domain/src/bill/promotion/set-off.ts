/** Promotions of several items together: buy some and get others, and bundles at a price. Money in laari. Source: R21.7, R21.8, docs/rules.md#promotions. */
import { allocate } from '../../money/allocate.ts';
import { roundProduct } from '../../money/round.ts';
import type { Promotion } from '../../price/promotion.ts';
import type { AppliedPart } from '../applied.ts';
import type { Bill, BillItem } from '../bill.ts';
import { isFor, isNamed, isPromotable, type PromotionContext, roomOf } from './line-off.ts';

/** One unit of a counted item at its price without modifiers. */
export interface Unit {
  readonly item: BillItem;
  readonly price: number;
}

const byPrice = (a: Unit, b: Unit): number =>
  b.price - a.price || a.item.index - b.item.index || (a.item.key < b.item.key ? -1 : a.item.key > b.item.key ? 1 : 0);

/** Returns the units of a set that is reduced, with what it takes off all of them. */
interface Taken {
  readonly units: readonly Unit[];
  readonly off: number;
}

const sumOf = (units: readonly Unit[]): number => units.reduce((sum, { price }) => sum + price, 0);

const without = (units: readonly Unit[], taken: readonly Unit[]): Unit[] => {
  const gone = new Set(taken);
  return units.filter((unit) => !gone.has(unit));
};

const percentOf = (units: readonly Unit[], percent: number): number =>
  units.reduce((sum, { price }) => sum + roundProduct(price, Math.round(percent * 100), 10_000), 0);

/** Returns the next n + m units of a buy-get: the cheapest m are reduced where both sets are the same, else the dearest m to get. */
function nextBuyGet(rule: Promotion, units: readonly Unit[], context: PromotionContext): Taken | undefined {
  const { buyQty = 1, getQty = 1, percent = 100, itemIds, categoryIds, getItemIds = [], getCategoryIds = [] } = rule;
  const buys = units.filter(({ item }) => isNamed(item, itemIds, categoryIds, context));
  if (getItemIds.length === 0 && getCategoryIds.length === 0) {
    const taken = buys.slice(0, buyQty + getQty);
    return taken.length < buyQty + getQty ? undefined : { units: taken, off: percentOf(taken.slice(buyQty), percent) };
  }
  const gets = units.filter(({ item }) => isNamed(item, getItemIds, getCategoryIds, context)).slice(0, getQty);
  const bought = without(buys, gets).slice(-buyQty);
  if (gets.length < getQty || bought.length < buyQty) return undefined;
  return { units: [...bought, ...gets], off: percentOf(gets, percent) };
}

/** Returns the dearest units of each part of a bundle; undefined when one is missing, or they cost no more than the bundle. */
function nextBundle(rule: Promotion, units: readonly Unit[], context: PromotionContext): Taken | undefined {
  const taken: Unit[] = [];
  for (const { menuItemId, categoryId, qty } of rule.parts ?? []) {
    const ids = menuItemId ? [menuItemId] : [];
    const categories = categoryId ? [categoryId] : [];
    const part = without(units, taken)
      .filter(({ item }) => isNamed(item, ids, categories, context))
      .slice(0, qty);
    if (part.length < qty) return undefined;
    taken.push(...part);
  }
  const off = sumOf(taken) - (rule.price ?? 0);
  return taken.length > 0 && off > 0 ? { units: taken, off } : undefined;
}

/** Returns the amount divided over the units by price, summed by item; an item with a greatest discount bears no more than that. */
function partsOf({ units, off }: Taken, takenOf: (item: BillItem) => number): AppliedPart[] {
  const amounts = allocate(
    off,
    units.map(({ price }) => price),
  );
  const parts = new Map<string, { item: BillItem; qty: number; amount: number }>();
  for (const [place, { item }] of units.entries()) {
    const part = parts.get(item.key) ?? { item, qty: 0, amount: 0 };
    parts.set(item.key, { item, qty: part.qty + 1, amount: part.amount + (amounts[place] as number) });
  }
  return [...parts.values()].map(({ item, qty, amount }) => ({
    itemKey: item.key,
    qty,
    amount: Math.min(amount, roomOf(item, takenOf(item))),
  }));
}

/** Returns whether an item may be a unit of a set. */
const isUnit = (item: BillItem, context: PromotionContext): boolean =>
  item.unit === undefined && isPromotable(item, context);

/** Returns the units of an item of which `qty` is free. */
const unitsOf = (item: BillItem, qty: number): Unit[] =>
  Array.from({ length: Math.floor(qty) }, () => ({ item, price: item.sellingPrice }));

/**
 * Returns the next use of a set with its parts and the units that it takes; undefined when the units hold no more. Units are in the order of their
 * price.
 */
export function nextSet(
  rule: Promotion,
  units: readonly Unit[],
  takenOf: (item: BillItem) => number,
  context: PromotionContext,
): { readonly parts: AppliedPart[]; readonly rest: Unit[] } | undefined {
  const taken = rule.type === 'Bundle' ? nextBundle(rule, units, context) : nextBuyGet(rule, units, context);
  return taken && { parts: partsOf(taken, takenOf), rest: without(units, taken.units) };
}

/** The same promotions for any item: what was found of one at a minute is kept by it. */
const ofAny = new WeakMap<Promotion, Promotion>();

function forAny(rule: Promotion): Promotion {
  const known = ofAny.get(rule);
  if (known) return known;
  const any = { ...rule, itemIds: undefined, categoryIds: undefined };
  ofAny.set(rule, any);
  return any;
}

/** Returns whether an item may be one of a set: only then is its price looked at. */
function isOfSet(rule: Promotion, item: BillItem, context: PromotionContext): boolean {
  const { itemIds, categoryIds, getItemIds = [], getCategoryIds = [], parts = [] } = rule;
  if (rule.type === 'Bundle')
    return parts.some(({ menuItemId, categoryId }) =>
      isNamed(item, menuItemId ? [menuItemId] : [], categoryId ? [categoryId] : [], context),
    );
  const hasOther = getItemIds.length > 0 || getCategoryIds.length > 0;
  return (
    isNamed(item, itemIds, categoryIds, context) || (hasOther && isNamed(item, getItemIds, getCategoryIds, context))
  );
}

/** Returns the units of items that a set is for, of each as many as are free, by price, the greatest first, ties by index and key. */
export function unitsFor(
  rule: Promotion,
  free: readonly { readonly item: BillItem; readonly qty: number }[],
  bill: Pick<Bill, 'type' | 'customer'>,
  context: PromotionContext,
): Unit[] {
  const any = forAny(rule);
  return free
    .filter(
      ({ item, qty }) =>
        qty >= 1 && isOfSet(rule, item, context) && isUnit(item, context) && isFor(any, item, bill, context),
    )
    .flatMap(({ item, qty }) => unitsOf(item, qty))
    .sort(byPrice);
}
