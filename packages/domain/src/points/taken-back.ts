/** What refunds take back of the points of a bill: in proportion, exactly all with the last one. Source: docs/rules.md#points. */
import { isLive } from '../bill/applied.ts';
import type { Bill } from '../bill/bill.ts';
import { billTotals } from '../bill/totals.ts';
import { roundProduct } from '../money/round.ts';

/** What weighs in a line: what was paid for it, and what rewards took off it, laari. */
interface Weight {
  readonly key: string;
  /** Thousandths. */
  readonly qty: number;
  readonly weight: number;
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/** Returns the first list of weights that weighs anything; what was free weighs by its price, else by its quantity. */
function weightsOf(paid: Bill): readonly Weight[] {
  const qty = new Map(paid.items.map((item) => [item.key, thousandths(item.qty)]));
  const fees = new Set(paid.items.filter(({ menuItemId }) => menuItemId === 0).map(({ key }) => key));
  const lines = billTotals(paid).lines.filter(({ key }) => !fees.has(key));
  const by = (weigh: (line: (typeof lines)[number]) => number): Weight[] =>
    lines.map((line) => ({ key: line.key, qty: qty.get(line.key) ?? 0, weight: weigh(line) }));
  const lists = [by(({ net }) => net), by(({ gross }) => gross), by(({ key }) => qty.get(key) ?? 0)];
  return lists.find((list) => list.some(({ weight }) => weight > 0)) ?? [];
}

/** Returns the part of `points` for the quantities of `done` (by item key), rounded half away from zero. */
function partOf(points: number, weights: readonly Weight[], done: ReadonlyMap<string, number>): number {
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return 0;
  const part = weights.reduce(
    (sum, { key, qty, weight }) => sum + (qty > 0 ? roundProduct(weight, thousandths(done.get(key) ?? 0), qty) : 0),
    0,
  );
  return roundProduct(points, part, all);
}

/** Quantities that are refunded, by the key of the paid item. */
type Quantities = ReadonlyMap<string, number>;

/**
 * Returns the earned points that a refund takes back: what belongs to all quantities refunded by then, less what belonged to those before. So parts in any
 * order add up to `earned`, exactly when nothing is left.
 */
export function takenBack(paid: Bill, earned: number, before: Quantities, after: Quantities): number {
  const weights = weightsOf(paid);
  return partOf(earned, weights, after) - partOf(earned, weights, before);
}

/** Returns the points of rewards that a refund gives back, by what each took off the items that come back. `costs` by the root key of the application. */
export function givenBack(
  paid: Bill,
  costs: ReadonlyMap<string, number>,
  before: Quantities,
  after: Quantities,
): number {
  const qty = new Map(paid.items.map((item) => [item.key, thousandths(item.qty)]));
  const { lines } = billTotals(paid);
  return (paid.applied ?? []).filter(isLive).reduce((back, { key, rootKey }) => {
    const weights = lines.map((line) => ({
      key: line.key,
      qty: qty.get(line.key) ?? 0,
      weight: line.shares.reduce((sum, share) => sum + (share.key === key ? share.amount : 0), 0),
    }));
    const points = costs.get(rootKey) ?? 0;
    return back + partOf(points, weights, after) - partOf(points, weights, before);
  }, 0);
}
