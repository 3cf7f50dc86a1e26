/** What the promotions of a bill take off its items. Money in laari. Source: R21.11, R21.16, R21.17, docs/rules.md#promotions. */
import { allocate } from '../../money/allocate.ts';
import { roundProduct } from '../../money/round.ts';
import { type Applied, byOrder, isLive } from '../applied.ts';
import type { BillItem } from '../bill.ts';

/** What one application takes off an item. */
export interface LineShare {
  readonly key: string;
  readonly promotionId: number;
  readonly words: string;
  readonly scope: Applied['scope'];
  readonly amount: number;
}

/** What a promotion takes off a bill, and its latest application. */
export interface PromotionOff {
  readonly promotionId: number;
  readonly words: string;
  readonly amount: number;
  /** How often it counts. */
  readonly uses: number;
}

/** An item as far as promotions of the bill depend on it. */
interface OffLine {
  readonly key: string;
  readonly gross: number;
  readonly isFee: boolean;
  readonly floor: number;
  readonly isFixed: boolean;
  amount: number;
  promotion: number;
  shares: LineShare[];
}

const shareOf = ({ key, promotionId, words, scope }: Applied, amount: number): LineShare => ({
  key,
  promotionId,
  words,
  scope,
  amount,
});

/** Returns the applications of promotions of items that count: none of their items that is on this bill is void or complimentary (R21.13). */
export function countedOfItems(
  items: readonly Pick<BillItem, 'key' | 'isVoid' | 'isComp'>[],
  applied: readonly Applied[],
): readonly Applied[] {
  const given = new Set(items.filter(({ isVoid, isComp }) => isVoid || isComp).map(({ key }) => key));
  return applied.filter(
    (one) => one.scope === 'Line' && isLive(one) && !one.parts?.some(({ itemKey }) => given.has(itemKey)),
  );
}

/** An item as far as it decides who bears a promotion. */
type OffItem = Pick<BillItem, 'key' | 'isVoid' | 'isComp' | 'parentKey' | 'sellingPrice' | 'qty' | 'modifiers'>;

/** Returns the parts of an application, those of a set menu divided over what its parts cost (R21.25). */
function dividedParts(
  { parts = [] }: Applied,
  ofSets: ReadonlyMap<string | undefined, readonly OffItem[]>,
  grossOf: (item: OffItem) => number,
): readonly { readonly itemKey: string; readonly amount: number }[] {
  return parts.flatMap((part) => {
    const ofSet = ofSets.get(part.itemKey);
    if (!ofSet) return [part];
    const amounts = allocate(part.amount, ofSet.map(grossOf));
    return ofSet.map(({ key }, place) => ({ itemKey: key, amount: amounts[place] as number }));
  });
}

/** Returns the parts that count of each set menu, by its key, in an order that does not depend on the bill's. */
function partsBySet(items: readonly OffItem[]): ReadonlyMap<string | undefined, readonly OffItem[]> {
  const parts = items.filter(({ parentKey, isVoid, isComp }) => parentKey && !isVoid && !isComp);
  return Map.groupBy(
    parts.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    ({ parentKey }) => parentKey,
  );
}

/** Returns the shares of items in promotions of items. `grossOf`: what an item costs before them. */
export function offLines(
  items: readonly OffItem[],
  applied: readonly Applied[],
  grossOf: (item: OffItem) => number,
): ReadonlyMap<string, readonly LineShare[]> {
  const shares = new Map<string, LineShare[]>();
  const ofSets = partsBySet(items);
  for (const one of countedOfItems(items, applied).toSorted(byOrder)) {
    for (const { itemKey, amount } of dividedParts(one, ofSets, grossOf)) {
      const known = shares.get(itemKey);
      if (known) known.push(shareOf(one, amount));
      else shares.set(itemKey, [shareOf(one, amount)]);
    }
  }
  return shares;
}

/** Returns the shares as far as they are covered by the value of the item. */
export function sharesUpTo(gross: number, shares: readonly LineShare[] = []): LineShare[] {
  let left = Math.max(0, gross);
  return shares.flatMap((share) => {
    const amount = Math.min(share.amount, left);
    left -= amount;
    return amount > 0 ? [{ ...share, amount }] : [];
  });
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Returns an amount in proportion to what the items cost; what an item has no room for is lost. */
export const percentShares = (off: number, rests: readonly number[], rooms: readonly number[]): number[] =>
  allocate(off, rests).map((part, place) => Math.min(part, rooms[place] as number));

/** Returns an amount in proportion to what the items cost; what an item has no room for goes to the others. */
export function amountShares(amount: number, rests: readonly number[], rooms: readonly number[]): number[] {
  const shares = rests.map(() => 0);
  const roomOf = (place: number): number => (rooms[place] as number) - (shares[place] as number);
  let left = Math.min(amount, sumOf(rooms));
  while (left > 0) {
    const weights = rests.map((rest, place) => (roomOf(place) > 0 ? rest : 0));
    for (const [place, part] of allocate(left, weights).entries()) {
      const more = Math.min(part, roomOf(place));
      shares[place] = (shares[place] as number) + more;
      left -= more;
    }
  }
  return shares;
}

/** Returns what a promotion of the bill takes off each item as they are now. */
function offNow({ parts, terms = {} }: Applied, lines: readonly OffLine[]): number[] {
  if (parts) {
    const amounts = new Map(parts.map(({ itemKey, amount }) => [itemKey, amount]));
    // They were limited when they were found.
    return lines.map(({ key, amount }) => Math.min(amounts.get(key) ?? 0, Math.max(0, amount)));
  }
  const { percent, amount = 0, minSpend = 0 } = terms;
  if (lines.reduce((sum, { gross }) => sum + gross, 0) < minSpend) return lines.map(() => 0);
  const rests = lines.map((line) => line.amount);
  const rooms = lines.map(({ amount, floor }) => Math.max(0, amount - floor));
  const sum = sumOf(rests);
  if (sum <= 0) return lines.map(() => 0);
  return percent === undefined
    ? amountShares(amount, rests, rooms)
    : percentShares(roundProduct(sum, Math.round(percent * 100), 10_000), rests, rooms);
}

function take(lines: readonly OffLine[], one: Applied, offs: readonly number[]): void {
  for (const [place, line] of lines.entries()) {
    const off = offs[place] as number;
    if (off === 0) continue;
    line.amount -= off;
    line.promotion += off;
    line.shares = [...line.shares, shareOf(one, off)];
  }
}

/** Takes the applications with parts off the items, or the one of the others that takes off more. */
function takeBest(lines: readonly OffLine[], ones: readonly Applied[]): void {
  const fixed = ones.filter(({ parts }) => parts);
  let best: { readonly one: Applied; readonly offs: number[]; readonly sum: number } | undefined;
  for (const one of ones.filter(({ parts }) => !parts)) {
    const offs = offNow(one, lines);
    const sum = sumOf(offs);
    if (!best || sum > best.sum) best = { one, offs, sum };
  }
  const kept = fixed.reduce((sum, one) => sum + sumOf(offNow(one, lines)), 0);
  if (best && best.sum > kept) take(lines, best.one, best.offs);
  else for (const one of fixed) take(lines, one, offNow(one, lines));
}

/** Takes promotions of the bill off its items: the best one of those that do not go together, then each of the others. The delivery fee stays. */
export function offBillLines(lines: readonly OffLine[], applied: readonly Applied[]): void {
  const ones = applied.filter((one) => isLive(one) && one.scope === 'Bill').sort(byOrder);
  if (ones.length === 0) return;
  const goods = lines.filter(({ isFee, isFixed }) => !isFee && !isFixed);
  takeBest(
    goods,
    ones.filter(({ terms }) => !terms?.isStacked),
  );
  const stacked = Map.groupBy(
    ones.filter(({ terms }) => terms?.isStacked),
    ({ promotionId }) => promotionId,
  );
  for (const same of stacked.values()) takeBest(goods, same);
}

/** Returns what each promotion takes off all items, in their order. */
export function sumsOf(
  lines: readonly Pick<OffLine, 'shares'>[],
  applied: readonly Applied[],
): readonly PromotionOff[] {
  const amounts = new Map<string, number>();
  for (const { shares } of lines)
    for (const { key, amount } of shares) amounts.set(key, (amounts.get(key) ?? 0) + amount);
  const sums = new Map<number, PromotionOff>();
  for (const { key, promotionId, words } of applied.toSorted(byOrder)) {
    const amount = amounts.get(key);
    if (amount === undefined) continue;
    const sum = sums.get(promotionId);
    sums.set(promotionId, { promotionId, words, amount: (sum?.amount ?? 0) + amount, uses: (sum?.uses ?? 0) + 1 });
  }
  return [...sums.values()];
}
