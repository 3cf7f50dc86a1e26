/** Computes the amount due and the change, and checks whether payments cover a bill. Money in laari. Source: docs/rules.md#payment-sum, docs/rules.md#payments. */
import { notes } from '../money/denominations.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { hasCardNumber } from './card-number.ts';
import { givesChange, type PaymentMethod } from './methods.ts';
import { type ForeignCash, foreignValue, type Payment } from './payment.ts';

/** A payment as the till sends it; without `tendered`, exactly `amount` was handed over. */
export interface TenderInput {
  readonly key: string;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly tendered?: number | undefined;
  readonly reference?: string | undefined;
  readonly currency?: ForeignCash | undefined;
}

/** A payment checked: `amount` is applied to the bill (negative when it is paid out), `change` = tendered − amount is given back. */
export interface CheckedTender {
  readonly key: string;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly tendered: number;
  readonly change: number;
  readonly reference: string;
  readonly currency?: ForeignCash;
}

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

/**
 * Returns the payments as they are stored, in the order sent; their amounts add up to exactly what is due. Other methods are applied before cash.
 * Cash above the amount due is given back as change. With a negative `due` (a refund) the amounts are paid out and are negative.
 * Refuses with paymentShort (`extra.due` is the missing amount), overpaid, invalid (less tendered than applied), cardNumber, keyReused.
 */
export function checkTender(due: number, payments: readonly TenderInput[]): Result<readonly CheckedTender[]> {
  if (new Set(payments.map((one) => one.key)).size !== payments.length) return refuse('keyReused');
  if (payments.some((one) => hasCardNumber(one.reference ?? ''))) return refuse('cardNumber');
  const isCash = (one: TenderInput): boolean => givesChange(one.method) && due >= 0;
  const checked = new Map<string, CheckedTender>();
  let left = Math.abs(due);
  for (const one of [...payments.filter((each) => !isCash(each)), ...payments.filter(isCash)]) {
    const handed = one.tendered ?? one.amount;
    if (one.currency && (!isCash(one) || foreignValue(one.currency) !== handed))
      return refuse('invalid', { errors: { currency: 'The amount does not match the exchange rate' } });
    if (handed < one.amount)
      return refuse('invalid', { errors: { tendered: 'The cash received is less than the payment' } });
    const amount = isCash(one) ? Math.min(one.amount, left) : one.amount;
    if (amount <= 0 || amount > left || (!isCash(one) && handed > amount)) return refuse('overpaid');
    left -= amount;
    const sign = due < 0 ? -1 : 1;
    checked.set(one.key, {
      key: one.key,
      method: one.method,
      amount: sign * amount,
      tendered: sign * handed,
      change: sign * (handed - amount) + 0,
      reference: (one.reference ?? '').trim(),
      ...(one.currency ? { currency: one.currency } : {}),
    });
  }
  if (left > 0) return refuse('paymentShort', { extra: { due: left } });
  return ok(payments.map((one) => checked.get(one.key) as CheckedTender));
}

/**
 * Returns the amounts that a guest is likely to hand over for `due`: the exact one and the next round ones, ascending, at most `count`. `own` are
 * the outlet's amounts, used instead of the round ones; those that do not cover `due` are left out. Laari.
 */
export function quickCash(due: number, count = 5, own: readonly number[] = []): readonly number[] {
  if (due <= 0) return [];
  const round = own.length > 0 ? own.filter((sum) => sum > due) : notes.map((note) => Math.ceil(due / note) * note);
  const sums = new Set([due, ...round]);
  return [...sums].sort((a, b) => a - b).slice(0, count);
}
