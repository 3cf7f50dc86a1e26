/** Computes the amount due. Money in laari. Source: docs/rules.md#payment-sum, docs/rules.md#payments. */
import type { TenderInput } from './check-tender.ts';
import { foreignValue, type Payment } from './payment.ts';

/** Returns the sum of captured payments, laari. */
export function paidAmount(payments: readonly Pick<Payment, 'amount' | 'status'>[]): number {
  return payments.reduce((sum, payment) => sum + (payment.status === 'Captured' ? payment.amount : 0), 0);
}

function roundingOf(setting: string | undefined): readonly [step: number, mode: string] {
  const [, step, mode = ''] = /^(\d{1,6}):(nearest|up|down)$/.exec(setting?.trim() ?? '') ?? [];
  return [Math.max(1, Number(step ?? 1)), mode];
}

/** Returns the step of RoundCash in laari; 1 when cash is not rounded. */
export const cashStep = (setting: string | undefined): number => roundingOf(setting)[0];

/**
 * Returns the signed laari to add to a total so that it is a multiple of the step. `setting` is RoundCash: the step in laari and
 * 'nearest' (half away from zero), 'up' or 'down', like '5:nearest'. With any other text nothing is rounded.
 */
export function cashRounding(total: number, setting: string | undefined): number {
  const [step, mode] = roundingOf(setting);
  const rest = Math.abs(total) % step;
  if (rest === 0) return 0;
  const isUp = mode === 'up' || (mode === 'nearest' && rest * 2 >= step);
  return Math.sign(total) * (isUp ? step - rest : -rest);
}

/**
 * Returns the signed laari to add to what is left for cash of the outlet's own currency. Below 0 it is change, which is rounded like what is
 * paid: 'up' gives less of it back.
 */
export function localRounding(left: number, setting: string | undefined): number {
  if (left >= 0) return cashRounding(left, setting);
  const turned = { up: 'down', down: 'up', nearest: 'nearest' } as const;
  const mode = setting?.replace(/(up|down)$/, (word) => turned[word as 'up' | 'down']);
  return cashRounding(left, mode);
}

export interface AmountDue {
  /** Signed laari, outside of the total. */
  readonly roundingAmount: number;
  /** Total, rounding and tip. */
  readonly due: number;
}

/**
 * Returns the amount due: total, cash rounding and tip. Everything in cash rounds the total with its tip; with several methods the part that is left for cash is
 * rounded when cash is the last payment (R35.29). The amounts of cash payments do not count, but the value of foreign cash does: what is paid beside it, or
 * given back, is in the outlet's own currency and is rounded. A total that rounds to zero counts as paid in cash when there are no payments.
 */
export function amountDue(
  total: number,
  payments: readonly Pick<TenderInput, 'method' | 'amount' | 'currency'>[],
  roundCash: string | undefined,
  tip = 0,
): AmountDue {
  const others = payments.filter(({ method }) => method !== 'Cash');
  const otherwisePaid = Math.sign(total) * others.reduce((sum, { amount }) => sum + amount, 0);
  const foreign = payments.reduce((sum, { currency }) => sum + (currency ? foreignValue(currency) : 0), 0);
  const rounding =
    foreign > 0 && total > 0
      ? localRounding(total + tip - otherwisePaid - foreign, roundCash)
      : cashRounding(total + tip - otherwisePaid, roundCash);
  const isNothing = total > 0 && total + rounding + tip === 0;
  const last = payments.at(-1)?.method ?? (isNothing ? 'Cash' : undefined);
  // Nothing is left for cash when the other payments cover the bill.
  const isCashLeft = Math.abs(otherwisePaid) < Math.abs(total + tip);
  const roundingAmount = last === 'Cash' && (isCashLeft || others.length === 0) ? rounding : 0;
  return { roundingAmount, due: total + roundingAmount + tip };
}
