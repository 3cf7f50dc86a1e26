/** One use of a promotion on a bill. Its content never changes; it can only end. Source: R21.8, R21.11, docs/rules.md#promotions. */
import { pickWinner, stableStringify } from './merge/pick-winner.ts';

/** What it takes off a quantity of an item, laari. */
export interface AppliedPart {
  readonly itemKey: string;
  readonly qty: number;
  readonly amount: number;
}

/** What a promotion of the bill takes off the items as they are now: a percentage, else laari, from a value of the items on. */
export interface AppliedTerms {
  readonly percent?: number | undefined;
  readonly amount?: number | undefined;
  readonly minSpend?: number | undefined;
  /** Counts on top of another promotion of the bill. */
  readonly isStacked?: boolean | undefined;
  /** Only while the bill's customer is in one of these groups. */
  readonly groupIds?: readonly number[] | undefined;
  /** Only while the bill is for this customer. */
  readonly customerId?: number | undefined;
}

export const appliedEnds = ['Split', 'Declined', 'Repriced', 'Void'] as const;
export const appliedFlags = ['OldRules', 'Unproven', 'OverLimit'] as const;

export interface Applied {
  /** Derived from the bill, the promotion and its parts, so that two tills make the same one. */
  readonly key: string;
  /** The key of the application that this one is a piece of, else its own. */
  readonly rootKey: string;
  readonly promotionId: number;
  /** The version of the price rules. */
  readonly version: number;
  /** The promotion's name. */
  readonly words: string;
  readonly at: string;
  /** Promotions of the bill are taken off in this order, ties by key. */
  readonly order: number;
  /** Line: before the items' own discounts. Bill: after them. */
  readonly scope: 'Line' | 'Bill';
  /** Of a promotion of the bill: its shares as they were when the bill was divided. */
  readonly parts?: readonly AppliedPart[] | undefined;
  readonly terms?: AppliedTerms | undefined;
  /** Of a promotion of items for a birthday: the customer whose birthday it is. It ends when the bill is for somebody else. */
  readonly customerId?: number | undefined;
  /** S; what the server could not confirm of a promotion that counts all the same. OldRules: its rule was replaced. Unproven: no rule gives it (R21.24). OverLimit: it was used up when the bill arrived (R21.20). */
  readonly flag?: (typeof appliedFlags)[number] | undefined;
  /** Absent: it counts. */
  readonly endReason?: (typeof appliedEnds)[number] | undefined;
}

/** A promotion that a person took off a bill, and why. */
export interface DeclinedPromotion {
  readonly promotionId: number;
  readonly reason: string;
}

export const isLive = ({ endReason }: Pick<Applied, 'endReason'>): boolean => endReason === undefined;

/** Compares applications in the order in which they are taken off. */
export const byOrder = (a: Applied, b: Applied): number =>
  a.order - b.order || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

const isSame = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, place) => one === b[place]);

/**
 * Returns the applications of two versions of a bill, in order, of one that both have the ended one. The first list
 * itself when the second adds nothing. Commutative, associative, idempotent.
 */
export function uniteApplied(
  a: readonly Applied[] | undefined,
  b: readonly Applied[] | undefined,
): readonly Applied[] | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const all = new Map(a.map((one) => [one.key, one]));
  for (const one of b) {
    const known = all.get(one.key);
    const winner = known && pickWinner(known, one, ({ endReason }) => endReason !== undefined, stableStringify);
    all.set(one.key, winner && stableStringify(winner) === stableStringify(known) ? known : (winner ?? one));
  }
  const united = [...all.values()].sort(byOrder);
  return isSame(united, a) ? a : united;
}

/** Returns the promotions that were taken off in one of two versions of a bill; of two reasons the smaller text. */
export function uniteDeclined(
  a: readonly DeclinedPromotion[] | undefined,
  b: readonly DeclinedPromotion[] | undefined,
): readonly DeclinedPromotion[] | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const all = new Map(a.map((one) => [one.promotionId, one]));
  for (const one of b) {
    const known = all.get(one.promotionId);
    if (!known || one.reason < known.reason) all.set(one.promotionId, one);
  }
  const united = [...all.values()].sort((x, y) => x.promotionId - y.promotionId);
  return isSame(united, a) ? a : united;
}

/** Returns the fields of two versions of a bill that say what promotions it got; absent ones stay absent. */
export function mergePromotions(a: Promoted, b: Promoted): Promoted {
  const applied = uniteApplied(a.applied, b.applied);
  const declined = uniteDeclined(a.declined, b.declined);
  return { ...(applied && { applied }), ...(declined && { declined }) };
}

export interface Promoted {
  readonly applied?: readonly Applied[] | undefined;
  readonly declined?: readonly DeclinedPromotion[] | undefined;
}
