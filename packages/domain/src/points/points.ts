/** Points that guests earn when they pay. A balance is the sum of entries that never change. Source: docs/rules.md#points. */
import type { PriceTimes } from '../price/price-times.ts';

export const pointEntryTypes = ['Earn', 'Redeem', 'Refund', 'Adjust', 'Expire', 'Merge', 'Erase'] as const;
export type PointEntryType = (typeof pointEntryTypes)[number];

/** PerSpend: for each amount spent; PerItem: for each unit of an item; Signup: once, for a new customer. */
export const pointsRuleKinds = ['PerSpend', 'PerItem', 'Signup'] as const;
export type PointsRuleKind = (typeof pointsRuleKinds)[number];

/** The most points of one entry. */
export const maxPoints = 1_000_000;

export interface PointsRule extends PriceTimes {
  readonly kind: PointsRuleKind;
  readonly points: number;
  /** PerSpend: the amount that gives the points, laari. */
  readonly per: number;
  /** The items that it is for; neither items nor categories: everything. */
  readonly itemIds: readonly number[];
  readonly categoryIds: readonly number[];
}

/** A level of customers, reached by the points of the last 365 days. */
export interface PointsTier {
  readonly id: number;
  readonly name: string;
  readonly fromPoints: number;
  /** What its customers earn, in hundredths of a percent of what the rules give: the field `factorPct`. */
  readonly factorBp: number;
  /** The group of its customers; 0: they keep theirs. */
  readonly groupId: number;
}

/** How long after the payment a guest claims the points of a bill without a customer (R22.17). */
export const claimMs = 7 * 86_400_000;

/** How long points count for a tier. */
export const tierDays = 365;

/** An item of a bill as far as points depend on it: what was paid for it, laari, and how many. */
export interface PointsLine {
  readonly menuItemId: number;
  readonly categoryIds: readonly number[];
  /** After promotions and discounts, without service charge and GST. */
  readonly net: number;
  readonly qty: number;
}

const isFor = ({ itemIds, categoryIds }: PointsRule, line: PointsLine): boolean =>
  (itemIds.length === 0 && categoryIds.length === 0) ||
  itemIds.includes(line.menuItemId) ||
  line.categoryIds.some((id) => categoryIds.includes(id));

/** Returns `a × b / per`, rounded down. */
const floorProduct = (a: number, b: number, per: number): number => Number((BigInt(a) * BigInt(b)) / BigInt(per));

function pointsOf(rule: PointsRule, lines: readonly PointsLine[]): number {
  const paid = lines.filter((line) => line.net > 0 && isFor(rule, line));
  switch (rule.kind) {
    case 'PerSpend': {
      const net = paid.reduce((sum, line) => sum + line.net, 0);
      return rule.per > 0 ? floorProduct(net, rule.points, rule.per) : 0;
    }
    case 'PerItem':
      return rule.points * paid.reduce((sum, { qty }) => sum + Math.max(0, Math.floor(qty)), 0);
    case 'Signup':
      return 0;
  }
}

/** Returns the points of what was paid by the rules that count then, with the tier's factor. Each rule rounds down, and so does the factor. */
export function pointsFor(lines: readonly PointsLine[], rules: readonly PointsRule[], factorBp: number): number {
  const points = rules.reduce((sum, rule) => sum + pointsOf(rule, lines), 0);
  return Math.min(maxPoints, floorProduct(points, factorBp, 10_000));
}

/** Returns the points of a new customer by the rules that count then. */
export const signupPoints = (rules: readonly PointsRule[]): number =>
  Math.min(
    maxPoints,
    rules.reduce((sum, { kind, points }) => sum + (kind === 'Signup' ? points : 0), 0),
  );

/** Returns the highest tier that these points reach; undefined: none. */
export function tierFor(tiers: readonly PointsTier[], points: number): PointsTier | undefined {
  return tiers
    .filter(({ fromPoints }) => points >= fromPoints)
    .toSorted((a, b) => b.fromPoints - a.fromPoints || a.id - b.id)[0];
}
