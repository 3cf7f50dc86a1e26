/**
 * Makes the items of set menus of what a device sends: the set's price, what belongs to it and how it is divided come from the menu. Source: R21.25–R21.27,
 * docs/rules.md#set-menus.
 */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { byIndex } from '@atoll/domain/bill/items';
import {
  asSetHead,
  asSetPart,
  isSetHead,
  partsOfSet,
  setPrices,
  shareOfSet,
  swapKey,
} from '@atoll/domain/bill/set-menu/set-menu';
import { type ChoiceGroup, choiceSize, groupsOf, type SetChoice } from '@atoll/domain/price/choice-group';
import type { PriceRules } from '@atoll/domain/price/rules';
import type { KnownRules } from '../../price/service.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import type { ReadTap } from './offered.ts';
import type { SentItem } from './sent-times.ts';

interface MakingSets {
  readonly catalogue: Catalogue;
  /** The present rules. */
  readonly prices: PriceRules;
  /** The price rules by version. */
  readonly rules: ReadonlyMap<number, KnownRules>;
  /** How long after a change of the menu or of the rules what was before still counts, ms. */
  readonly windowMs: number;
  /** The bill was paid without the server. */
  readonly isPaid: boolean;
  readonly readTap: ReadTap;
  /** Makes an item by itself. */
  readonly make: (item: SentItem) => BillItem;
}

/** A part with the choice that the set offers for it. */
interface Chosen {
  readonly item: SentItem;
  readonly groupId: number;
  readonly extraPrice: number;
}

/**
 * Returns the items of a request that belong to set menus, by key. A part that its set does not offer is an item by itself, at its own price; a set of which
 * no part is known costs its price itself. Both are sold: their till may have an earlier menu, or be of an earlier release.
 */
export function setItems(stored: Bill, items: readonly SentItem[], making: MakingSets): ReadonlyMap<string, BillItem> {
  const known = new Map(stored.items.map((item) => [item.key, item]));
  const fresh = items.filter(({ key }) => !known.has(key));
  const made = new Map<string, BillItem>();
  const isSet = ({ menuItemId }: SentItem): boolean => !!making.catalogue.get(menuItemId)?.menuItem.choiceGroupIds;
  if (!fresh.some((item) => isSet(item) || item.parentKey)) return made;
  const parts = Map.groupBy(fresh, ({ parentKey }) => parentKey?.toLowerCase());
  for (const head of fresh.filter(isSet))
    for (const item of newSet(head, parts.get(head.key) ?? [], making)) made.set(item.key, item);
  for (const item of fresh.filter(({ key, parentKey }) => parentKey && !made.has(key))) {
    const head = known.get(item.parentKey?.toLowerCase() ?? '');
    const swapped = head && isSetHead(head) ? newSwap(item, head, stored, making) : undefined;
    if (swapped) made.set(item.key, swapped);
  }
  return made;
}

/** Returns the rules by which a set may have been sold: the present ones, then those that its till names, if they were replaced not long before. */
function rulesFor(
  { rulesVersion, createdAt }: SentItem,
  { prices, rules, windowMs, isPaid, readTap }: MakingSets,
): PriceRules[] {
  const named = rules.get(rulesVersion ?? 0);
  if (!named || named.replacedAt === null) return [prices];
  const isRecent = isPaid || readTap(createdAt) < named.replacedAt + windowMs;
  return isRecent ? [prices, named.rules] : [prices];
}

/** Returns the choice of a group for an item; undefined when it offers none. */
function choiceFor(
  { menuItemId, size }: SentItem,
  { choices }: ChoiceGroup,
  { menuItem }: CatalogueItem,
): SetChoice | undefined {
  const sold = choiceSize(menuItem, { size: size ?? '' })?.value;
  return choices.find((one) => one.menuItemId === menuItemId && choiceSize(menuItem, one)?.value === sold);
}

/** Returns the parts that the groups offer, of each group at most as many as are chosen. */
function chosenOf(
  parts: readonly SentItem[],
  groups: readonly ChoiceGroup[],
  { catalogue }: MakingSets,
): readonly Chosen[] {
  const counts = new Map<number, number>();
  return parts.flatMap((item): Chosen[] => {
    const entry = catalogue.get(item.menuItemId);
    const group = groups.find(({ id }) => id === item.choiceGroupId);
    const choice = entry && group && choiceFor(item, group, entry);
    const count = counts.get(group?.id ?? 0) ?? 0;
    if (!group || !choice || count >= group.choose) return [];
    counts.set(group.id, count + 1);
    return [{ item, groupId: group.id, extraPrice: choice.extraPrice }];
  });
}

const placeOf = ({ key, index = 0 }: SentItem) => ({ key, index });

const unitsOf = (groups: readonly ChoiceGroup[]): number => groups.reduce((sum, { choose }) => sum + choose, 0);

function newSet(sent: SentItem, sentParts: readonly SentItem[], making: MakingSets): readonly BillItem[] {
  const { menuItem } = making.catalogue.get(sent.menuItemId) as CatalogueItem;
  const qty = Math.max(1, Math.round(sent.qty));
  const whole = making.make({ ...sent, sellingPrice: sent.setPrice ?? (sent.sellingPrice || undefined), qty });
  const order = sentParts.toSorted((a, b) => byIndex(placeOf(a), placeOf(b)));
  const possible = rulesFor(sent, making).map((rules) => {
    const groups = groupsOf(menuItem, rules);
    return { groups, chosen: chosenOf(order, groups, making) };
  });
  const isWhole = ({ groups, chosen }: (typeof possible)[number]): boolean =>
    chosen.length === sentParts.length && chosen.length === unitsOf(groups);
  const found = possible.find(isWhole) ?? possible[0];
  const chosen = found?.chosen ?? [];
  const isMissing = chosen.length < unitsOf(found?.groups ?? []) || chosen.length === 0;
  const flagged = isMissing ? { ...whole, priceFlag: whole.priceFlag ?? ('ChoiceMissing' as const) } : whole;
  if (chosen.length === 0) return [flagged];
  const isOld = found !== possible[0];
  const head = { ...asSetHead(flagged), ...(isOld && !flagged.priceFlag && { priceFlag: 'OldRules' as const }) };
  return [head, ...partsOf(head, chosen, making)];
}

/** A part made by itself, at the price that the menu has for it on the day of its tap. */
interface MadePart extends Chosen {
  readonly made: BillItem;
  readonly menuPrice: number;
}

/** Makes a part of the menu by itself. */
function makePart(chosen: Chosen, head: BillItem, { make }: MakingSets): MadePart {
  const { priceReason: _, isOffHours: __, ...sent } = chosen.item;
  const made = make({ ...sent, sellingPrice: undefined, qty: head.qty });
  return { ...chosen, made, menuPrice: made.listPrice ?? made.sellingPrice };
}

/** Returns the parts of a new set at their prices: those of the till when what its parts cost then gives them, or, flagged, when they were paid. */
function partsOf(head: BillItem, chosen: readonly Chosen[], making: MakingSets): readonly BillItem[] {
  const { catalogue, windowMs, isPaid } = making;
  const madeAt = Date.parse(head.createdAt);
  const parts = chosen.map((one) => makePart(one, head, making));
  const pricesBy = (priceOf: (part: MadePart) => number): number[] =>
    setPrices(
      head.setPrice ?? 0,
      parts.map((part) => ({ listPrice: priceOf(part), extraPrice: part.extraPrice })),
    );
  // A till of an earlier release divides by what stands in the menu, before a planned price of the day is written into it.
  const priceWritten = ({ item }: MadePart): number =>
    choiceSize((catalogue.get(item.menuItemId) as CatalogueItem).menuItem, { size: item.size ?? '' })?.sellingPrice ??
    0;
  const priceThen = (part: MadePart): number =>
    catalogue
      .get(part.item.menuItemId)
      ?.pastPrices.find(
        (one) => one.size === (part.item.size ?? '') && one.from <= madeAt && madeAt < one.until + windowMs,
      )?.price ?? priceWritten(part);
  const isSent = (prices: readonly number[]): boolean =>
    chosen.every(({ item: { sellingPrice } }, place) => sellingPrice === undefined || sellingPrice === prices[place]);
  const now = pricesBy(({ menuPrice }) => menuPrice);
  const proved = isSent(now) ? now : [pricesBy(priceWritten), pricesBy(priceThen)].find(isSent);
  return parts.map((part, place) => {
    const sent = part.item.sellingPrice;
    const price = proved?.[place] ?? (isPaid ? sent : undefined) ?? (now[place] as number);
    const isUnproven = !proved && isPaid && sent !== now[place];
    const item = newPart(part, { head, price });
    return isUnproven ? { ...item, priceFlag: 'Unproven' } : item;
  });
}

function newPart(
  { made: { priceFlag, ...made }, groupId, extraPrice }: MadePart,
  { head, price }: { readonly head: BillItem; readonly price: number },
): BillItem {
  const part = asSetPart(made, { head, groupId, price, extraPrice });
  return priceFlag === 'ChoiceMissing' ? { ...part, priceFlag } : part;
}

/**
 * Returns the part that takes the place of a void one of the same group, for what the set pays of that one and its own extra; void as the set is. Undefined
 * when it takes the place of none.
 */
function newSwap(sent: SentItem, head: BillItem, { items }: Bill, making: MakingSets): BillItem | undefined {
  const before = partsOfSet(items, head.key).find(({ key }) => swapKey(key) === sent.key);
  const entry = making.catalogue.get(head.menuItemId);
  if (!before || !entry) return undefined;
  const groupId = before.choiceGroupId ?? 0;
  const [chosen] =
    rulesFor(sent, making)
      .map((rules) => chosenOf([{ ...sent, choiceGroupId: groupId }], groupsOf(entry.menuItem, rules), making))
      .find((found) => found.length > 0) ?? [];
  if (!chosen) return undefined;
  const part = newPart(makePart(chosen, head, making), { head, price: shareOfSet(before) + chosen.extraPrice });
  const { isVoid, voidReason, voidedBy, voidedAt } = head;
  return { ...part, qty: before.qty, index: before.index, ...(isVoid && { isVoid, voidReason, voidedBy, voidedAt }) };
}

/** Returns the items of a request with the void of a set for each of its parts that are on the bill. */
export function withVoidedParts(stored: Bill, items: readonly SentItem[]): readonly SentItem[] {
  const heads = new Map(items.filter(({ isVoid }) => isVoid).map((item) => [item.key, item]));
  const parts = stored.items.filter(({ parentKey, isVoid }) => parentKey && !isVoid && heads.has(parentKey));
  if (parts.length === 0) return items;
  const named = new Map(items.map((item) => [item.key, item]));
  const voided = parts.map(({ key, menuItemId, qty, parentKey = '' }): SentItem => {
    const { voidReason } = heads.get(parentKey) as SentItem;
    return { ...(named.get(key) ?? { key, menuItemId, qty }), isVoid: true, voidReason };
  });
  const keys = new Set(voided.map(({ key }) => key));
  return [...items.filter(({ key }) => !keys.has(key)), ...voided];
}

/** Returns whether a request leaves a set with another number of parts: one is void without another in its place, or another comes beside it. */
export function changesParts(
  { items }: Bill,
  { voidedKeys, insertedKeys }: { readonly voidedKeys: readonly string[]; readonly insertedKeys: readonly string[] },
): boolean {
  const all = new Map(items.map((item) => [item.key, item]));
  const isLone = (key: string): boolean => {
    const head = all.get(all.get(key)?.parentKey ?? '');
    return head !== undefined && !head.isVoid && !all.has(swapKey(key));
  };
  const fresh = new Set(insertedKeys);
  const isBeside = ({ key, isVoid }: BillItem): boolean => !isVoid && fresh.has(swapKey(key));
  return voidedKeys.some(isLone) || items.some((item) => item.parentKey !== undefined && isBeside(item));
}
