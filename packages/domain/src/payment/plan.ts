/** Payments as a checkout plans them, before the bill is paid. Money in laari. Source: R16.3, docs/rules.md#payments. */

import { denominations } from '../money/denominations.ts';
import { givesChange, type PaymentMethod } from './methods.ts';
import { type ForeignCash, foreignValue, type HeldWallet } from './payment.ts';
import { amountDue } from './tender.ts';

/** A payment that was entered and not sent yet. */
export interface PlannedPayment {
  readonly key: string;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly tendered: number;
  readonly reference: string;
  readonly currency?: ForeignCash | undefined;
  /** The wallet that pays, by the hold of its amount. */
  readonly wallet?: HeldWallet | undefined;
}

/** Returns the amount applied so far, the amount still due, and the change. `total` includes rounding and tip. */
export function tenderState(total: number, payments: readonly Pick<PlannedPayment, 'amount' | 'tendered'>[]) {
  const paid = payments.reduce((sum, each) => sum + each.amount, 0);
  const change = payments.reduce((sum, each) => sum + each.tendered - each.amount, 0);
  return { paid, due: total - paid, change };
}

type Handed = Pick<PlannedPayment, 'amount' | 'tendered'>;

/** Returns the change that people before the last one were given: who pays a part of a bill gets theirs at once. Laari. */
export const changeGiven = (payments: readonly Handed[]): number => tenderState(0, payments.slice(0, -1)).change;

/** Returns the change of the person who paid last, laari. */
export const changeDue = (payments: readonly Handed[]): number => tenderState(0, payments.slice(-1)).change;

/**
 * Returns what a bill costs when `method` pays the rest, with cash of `currency` when that is given: total, cash rounding and tip. Payments that cover the
 * bill decide alone (R35.29).
 */
export function plannedTotal(
  { total, tip, roundCash }: { readonly total: number; readonly tip: number; readonly roundCash: string | undefined },
  payments: readonly PlannedPayment[],
  method: PaymentMethod,
  currency?: ForeignCash,
): number {
  const { due } = amountDue(total, payments, roundCash, tip);
  if (payments.length > 0 && tenderState(due, payments).due <= 0) return due;
  return amountDue(total, [...payments, { method, amount: 0, ...(currency && { currency }) }], roundCash, tip).due;
}

/** Returns the payment; 'nothing' without an amount, or 'over' when a method that gives no change exceeds the amount due. */
export function planPayment(
  key: string,
  method: PaymentMethod,
  typed: number,
  due: number,
  reference: string,
  currency?: ForeignCash,
): PlannedPayment | 'nothing' | 'over' {
  if (typed <= 0) return 'nothing';
  if (typed > due && !givesChange(method)) return 'over';
  return {
    key,
    method,
    amount: Math.min(typed, due),
    tendered: typed,
    reference: reference.trim(),
    ...(currency ? { currency } : {}),
  };
}

/**
 * Returns whether the change of a payment is probably a typing mistake: more than the largest banknote (100 units of a foreign currency), which nobody
 * hands over needlessly, and at least ten times the amount was typed. Source: docs/rules.md#large-change.
 */
export function isChangeUnusual({ amount, tendered, currency }: PlannedPayment): boolean {
  const foreignNote = currency ? foreignValue({ ...currency, units: 10_000 }) : 0;
  return tendered >= 10 * amount && tendered - amount > Math.max(denominations[0], foreignNote);
}
