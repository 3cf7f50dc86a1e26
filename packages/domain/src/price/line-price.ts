/** The price of an item at the moment of its tap: the menu's, then the price list that counts, then the lowest offer. Source: R21.1–R21.5, docs/rules.md#price-lists. */
import { businessDate } from '../date/business-day.ts';
import { roundProduct } from '../money/round.ts';
import type { SlotTypeName } from '../outlet/outlet.ts';
import { inWindow, type WindowClock } from './in-window.ts';
import type { PriceTimes } from './price-times.ts';
import { priceWords } from './price-words.ts';
import type { ListedPrice, PriceList, PriceRules, PriceRuleUse } from './rules.ts';

export interface PriceMoment extends WindowClock {
  /** Epoch ms. */
  readonly at: number;
  readonly type: SlotTypeName;
  /** The group of the bill's customer; 0: none. */
  readonly groupId: number;
}

/** An item of the menu as far as prices depend on it. */
export interface PricedItem {
  readonly id: number;
  readonly categoryIds: readonly number[];
}

interface PricedSize {
  readonly value: string;
  /** The menu's price, laari. */
  readonly sellingPrice: number;
}

/** Amounts are laari. */
export interface LinePrice {
  /** The menu's price on that day. */
  readonly listPrice: number;
  readonly sellingPrice: number;
  /** null: the menu's price counts. */
  readonly rule: PriceRuleUse | null;
}

/** The rules that count at a moment. */
export interface PricesNow {
  readonly version: number;
  /** By priority, the greatest first; ties, and the offers, by id. */
  readonly base: readonly PriceList[];
  readonly offers: readonly PriceList[];
  /** The menu's price of the day by item and size, where a price change is planned. */
  readonly planned: ReadonlyMap<string, number>;
  /** Which rules these are: the same text means the same prices. '' without any. */
  readonly name: string;
}

const nameOf = (id: number, size: string): string => `${id} ${size}`;

/** Returns whether a rule counts at a moment of the business day `day`. */
export function counts(rule: PriceTimes, day: string, { at, type, groupId, ...clock }: PriceMoment): boolean {
  const { orderTypes = [], groupIds = [], availability = [], fromDate = '', toDate, graceMinutes = 0 } = rule;
  return (
    day >= fromDate &&
    (toDate === undefined || day <= toDate) &&
    (orderTypes.length === 0 || orderTypes.includes(type)) &&
    (groupIds.length === 0 || groupIds.includes(groupId)) &&
    inWindow(availability, at, { ...clock, graceMinutes })
  );
}

const minuteMs = 60_000;

/** What was found of rules, by minute, slot type and group: windows and days are read once for all items of a bill. */
const found = new WeakMap<PriceRules, Map<string, PricesNow>>();
const maxFound = 50;

/** Returns the rules that count at a moment. */
export function pricesAt(rules: PriceRules, moment: PriceMoment): PricesNow {
  const { at, type, groupId, timezone, cutoff } = moment;
  const name = `${Math.floor(at / minuteMs)} ${type} ${groupId} ${timezone} ${cutoff}`;
  const known = found.get(rules) ?? new Map<string, PricesNow>();
  const before = known.get(name);
  if (before) return before;
  const now = readPrices(rules, moment);
  if (known.size >= maxFound) known.clear();
  found.set(rules, known.set(name, now));
  return now;
}

function readPrices({ version, lists, changes }: PriceRules, moment: PriceMoment): PricesNow {
  const day = businessDate(moment.at, moment.timezone, moment.cutoff);
  const counting = lists.filter((list) => counts(list, day, moment)).sort((a, b) => a.id - b.id);
  const due = changes
    .filter(({ fromDate }) => fromDate <= day)
    .toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : a.fromDate > b.fromDate ? 1 : a.id - b.id));
  return {
    version,
    name: [...counting.map(({ id }) => `list ${id}`), ...due.map(({ id }) => `change ${id}`)].join(),
    base: counting.filter(({ kind }) => kind === 'Base').sort((a, b) => b.priority - a.priority),
    offers: counting.filter(({ kind }) => kind === 'Offer'),
    planned: new Map(
      due.flatMap(({ prices }) =>
        prices.map(({ menuItemId, size, price }) => [nameOf(menuItemId, size), price] as const),
      ),
    ),
  };
}

/** The prices of a list by item and category: a large list is not searched for each tile. */
interface ListIndex {
  readonly items: ReadonlyMap<number, readonly ListedPrice[]>;
  readonly categories: ReadonlyMap<number, readonly ListedPrice[]>;
}
const indexes = new WeakMap<PriceList, ListIndex>();

function indexOf(list: PriceList): ListIndex {
  const known = indexes.get(list);
  if (known) return known;
  const made = {
    items: Map.groupBy(
      list.prices.filter((row) => row.menuItemId),
      ({ menuItemId = 0 }) => menuItemId,
    ),
    categories: Map.groupBy(
      list.prices.filter((row) => !row.menuItemId),
      ({ categoryId = 0 }) => categoryId,
    ),
  };
  indexes.set(list, made);
  return made;
}

const ofSize = (rows: readonly ListedPrice[], size: string): ListedPrice | undefined =>
  rows.find((one) => one.size === size) ?? rows.find((one) => !one.size);

/** Returns the price that a list has for a size: of the item before its category, of the size before all sizes. */
function rowOf(list: PriceList, item: PricedItem, size: string): ListedPrice | undefined {
  const { items, categories } = indexOf(list);
  const own = ofSize(items.get(item.id) ?? [], size);
  if (own || categories.size === 0) return own;
  const ids = item.categoryIds.toSorted((a, b) => a - b);
  return ofSize(
    ids.flatMap((id) => categories.get(id) ?? []),
    size,
  );
}

/** Returns what a list makes of a price, laari; undefined when it has none for the size. A percentage leaves a price of 0. */
function listedPrice(list: PriceList, item: PricedItem, size: string, before: number): number | undefined {
  const row = rowOf(list, item, size);
  if (!row) return undefined;
  if (row.price !== undefined) return row.price;
  const exact = Math.max(0, before + roundProduct(before, Math.round((row.percent ?? 0) * 100), 10_000));
  return list.roundTo > 0 ? roundProduct(exact, 1, list.roundTo) * list.roundTo : exact;
}

/** Returns the price of a size by the rules that count now. */
export function priceBy(now: PricesNow, item: PricedItem, size: PricedSize): LinePrice {
  const listPrice = now.planned.get(nameOf(item.id, size.value)) ?? size.sellingPrice;
  const base = firstPrice(now.base, (list) => listedPrice(list, item, size.value, listPrice));
  const before = base?.price ?? listPrice;
  let offer: { readonly list: PriceList; readonly price: number } | undefined;
  for (const list of now.offers) {
    const price = listedPrice(list, item, size.value, before);
    if (price === undefined || price >= (offer?.price ?? before)) continue;
    offer = { list, price };
  }
  const steps = [
    ...(base && base.price !== listPrice ? [{ ...base, from: listPrice }] : []),
    ...(offer ? [{ ...offer, from: before }] : []),
  ];
  const last = steps.at(-1);
  if (!last) return { listPrice, sellingPrice: before, rule: null };
  const words = steps.map(({ list, from, price }) => priceWords(list.name, from, price));
  return {
    listPrice,
    sellingPrice: last.price,
    rule: { id: last.list.id, version: now.version, words: words.join('; ') },
  };
}

function firstPrice(lists: readonly PriceList[], priceOf: (list: PriceList) => number | undefined) {
  for (const list of lists) {
    const price = priceOf(list);
    if (price !== undefined) return { list, price };
  }
  return undefined;
}

/** Returns the price of a size at a moment, with the rule that made it. */
export const linePrice = (item: PricedItem, size: PricedSize, rules: PriceRules, moment: PriceMoment): LinePrice =>
  priceBy(pricesAt(rules, moment), item, size);
