/** The coupons of a bill, and the rewards that its customer gets for points (R22.19). A code itself is on no bill: its SHA-256 names it. A person takes the promotion off, not the coupon. Source: R21.19, docs/rules.md#coupons. */

export interface BillCoupon {
  /** SHA-256 of the code, in hex; of a reward `rewardKey`. */
  readonly key: string;
  readonly promotionId: number;
  readonly last4: string;
  /** S; of a reward: the points that it costs. Absent: a coupon. */
  readonly points?: number | undefined;
}

/** Returns the coupons of two versions of a bill, by key. The first list itself when the second adds nothing. Commutative, associative, idempotent. */
export function uniteCoupons(
  a: readonly BillCoupon[] | undefined,
  b: readonly BillCoupon[] | undefined,
): readonly BillCoupon[] | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const all = new Map(a.map((one) => [one.key, one]));
  for (const one of b) if ((one.points ?? 0) > (all.get(one.key)?.points ?? -1)) all.set(one.key, one);
  const united = [...all.values()].sort((x, y) => (x.key < y.key ? -1 : 1));
  return united.length === a.length && united.every((one, place) => one === a[place]) ? a : united;
}

/** Returns whether a bill has a coupon for a promotion. */
export const hasCoupon = (coupons: readonly BillCoupon[] | undefined, promotionId: number): boolean =>
  coupons?.some((one) => one.promotionId === promotionId) === true;
