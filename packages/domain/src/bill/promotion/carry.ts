/** Takes promotions along when a bill is divided or merged: each item keeps its share. Money in laari. Source: R21.14, docs/rules.md#promotions. */
import { type Applied, type AppliedPart, byOrder, isLive, type Promoted } from '../applied.ts';
import type { Bill, BillItem } from '../bill.ts';
import { derivedKey } from '../derived-key.ts';
import { billTotals } from '../totals.ts';

/** Returns the bill with the promotions of the bill as shares of its items, for the same total. */
export function fixPromotions(bill: Bill): Bill {
  const { applied } = bill;
  if (!applied?.some((one) => isLive(one) && one.scope === 'Bill')) return bill;
  const { lines } = billTotals(bill);
  const here = new Set(lines.map(({ key }) => key));
  const partsOf = (key: string): AppliedPart[] =>
    lines.flatMap((line) => {
      const share = line.shares.find((one) => one.key === key);
      const qty = bill.items.find((item) => item.key === line.key)?.qty ?? 0;
      return share ? [{ itemKey: line.key, qty, amount: share.amount }] : [];
    });
  const fixed = applied.flatMap((one): Applied[] => {
    if (!isLive(one) || one.scope === 'Line') return [one];
    const parts = partsOf(one.key);
    if (one.parts && (parts.length > 0 || !one.parts.some(({ itemKey }) => here.has(itemKey)))) return [one];
    const { terms, ...rest } = one;
    const ended: Applied = { ...one, endReason: 'Split' };
    if (parts.length === 0) return [ended];
    const isStacked = terms?.isStacked && { terms: { isStacked: true } };
    return [ended, { ...rest, ...isStacked, key: derivedKey(`fixed ${one.key}`), parts }];
  });
  return { ...bill, applied: fixed.sort(byOrder) };
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/** A split makes at most nine pieces of an item for the checks, besides the one that stays. */
const maxPieces = 10;

/** Returns the part of an item that was cut as parts of its pieces, which add up to it exactly. */
function piecesOf(
  part: AppliedPart,
  items: ReadonlyMap<string, BillItem>,
  newKey: (key: string, check: number) => string,
): AppliedPart[] {
  const pieces = Array.from({ length: maxPieces }, (_, check) => items.get(newKey(part.itemKey, check)) ?? []).flat();
  const total = pieces.reduce((sum, { qty }) => sum + thousandths(qty), 0);
  let before = 0;
  return pieces.map(({ key, qty }) => {
    const [from, to] = [before, before + thousandths(qty)];
    before = to;
    const share = (value: number): number => Math.round((value * to) / total) - Math.round((value * from) / total);
    return { itemKey: key, qty: share(thousandths(part.qty)) / 1000, amount: share(part.amount) };
  });
}

/** Returns the applications after items were cut: one with an item that is now in pieces ends, and one with its pieces replaces it. */
export function cutApplied(
  applied: readonly Applied[] | undefined,
  items: readonly BillItem[],
  newKey: (key: string, check: number) => string,
): readonly Applied[] | undefined {
  if (!applied) return undefined;
  const known = new Map(items.map((item) => [item.key, item]));
  const isCut = ({ itemKey }: AppliedPart): boolean =>
    known.get(itemKey)?.isVoid !== false && piecesOf({ itemKey, qty: 1, amount: 0 }, known, newKey).length > 0;
  const cut = applied.flatMap((one): Applied[] => {
    const { parts = [] } = one;
    if (!isLive(one) || !parts.some(isCut)) return [one];
    const cutKeys = parts.filter(isCut).map(({ itemKey }) => itemKey);
    const pieces = parts.flatMap((part) => (isCut(part) ? piecesOf(part, known, newKey) : [part]));
    return [
      { ...one, endReason: 'Split' },
      { ...one, key: derivedKey(`piece ${one.key} ${cutKeys.toSorted().join(' ')}`), parts: pieces },
    ];
  });
  return cut.sort(byOrder);
}

/** Returns the keys of items that are on another bill now, and have a promotion together with one of these items of a bill. */
export function itemsOfDivided(
  { items, applied = [] }: Pick<Bill, 'items' | 'applied'>,
  keys: readonly string[],
): string[] {
  const here = new Set(items.map(({ key }) => key));
  const asked = new Set(keys);
  const divided = applied.filter((one) => isLive(one) && one.parts?.some(({ itemKey }) => asked.has(itemKey)));
  return divided.flatMap(({ parts = [] }) => parts.map(({ itemKey }) => itemKey)).filter((key) => !here.has(key));
}

const forNobody = ({ customerId: _, ...one }: Applied): Applied => one;

/** Returns what of a bill's promotions goes along with items: the applications with a share of one of them, and what was taken off the bill. */
export function sharedWith(items: readonly BillItem[], { applied, declined }: Promoted): Promoted {
  const keys = new Set(items.map(({ key }) => key));
  const along = (applied ?? [])
    .filter((one) => isLive(one) && one.parts?.some(({ itemKey }) => keys.has(itemKey)))
    // The other bill may be for nobody: what its items have stays.
    .map((one): Applied => (one.customerId === undefined ? one : forNobody(one)));
  return { ...(along.length > 0 && { applied: along }), ...(declined && { declined }) };
}
