/** Shares of one bill that several people pay one after another. Money in laari. Source: R35.30, docs/rules.md#shares. */
import { allocate } from '../money/allocate.ts';
import { cashStep, localRounding } from './tender.ts';

/** How a bill is shared: in equal parts, or a part of this amount and the rest. */
export type SharePlan = { readonly parts: number } | { readonly amount: number };

/** The most people that share a bill. */
export const maxShares = 20;

/** The share that is paid next: the `part`th of `parts`, counted from 1. */
export interface Share {
  readonly part: number;
  readonly parts: number;
  readonly amount: number;
}

/** Returns the shares of a total with tip: equal parts differ by at most 1 laari, an amount is exact. They add up to the total. */
export function sharesOf(plan: SharePlan, total: number): readonly number[] {
  if ('parts' in plan) {
    const parts = Math.min(Math.max(1, plan.parts), maxShares);
    return allocate(
      total,
      Array.from({ length: parts }, () => 1),
    );
  }
  return plan.amount < total ? [plan.amount, total - plan.amount] : [total];
}

/** How the next payment is made. `foreign` is the value of the foreign cash that is handed over, 0 without any. */
interface ShareCash {
  readonly roundCash: string | undefined;
  readonly isCash: boolean;
  readonly foreign: number;
}

/**
 * Returns what is left of the share that is paid next, or null when nothing is due. `paid` was applied so far; `due` is what is left with cash rounding, so the
 * last share takes the rounding. In cash each share is rounded like a bill, and the next one takes the difference.
 */
export function nextShare(
  plan: SharePlan,
  total: number,
  { paid, due }: { paid: number; due: number },
  cash: ShareCash = { roundCash: undefined, isCash: false, foreign: 0 },
): Share | null {
  if (due <= 0) return null;
  const shares = sharesOf(plan, total);
  const step = cashStep(cash.roundCash);
  let end = 0;
  for (const [index, share] of shares.slice(0, -1).entries()) {
    const start = end;
    end += share;
    // A share that was rounded down is paid.
    const isPaid = paid >= end || (paid > start && end - paid < step);
    if (isPaid) continue;
    return { part: index + 1, parts: shares.length, amount: Math.min(inCash(end - paid, step, cash), due) };
  }
  return { part: shares.length, parts: shares.length, amount: due };
}

/** Returns what a payer of a share owes: in cash so that what is paid in the outlet's own currency, or given back, is a multiple of the step. */
function inCash(left: number, step: number, { roundCash, isCash, foreign }: ShareCash): number {
  if (!isCash) return left;
  const rounded = left + localRounding(left - foreign, roundCash);
  return rounded > 0 ? rounded : rounded + step;
}
