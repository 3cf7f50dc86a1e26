/** What is due, what is given back, and whether payments cover a bill. Money in laari. Source: docs/rules.md#payment-sum, docs/rules.md#payments. */
import { notes } from '../money/denominations.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { hasCardNumber } from './card-number.ts';
import { type ForeignCash, foreignWorth, givesChange, type Payment, type PaymentMethod } from './payment.ts';

/** A payment as the till sends it; without `tendered` the amount was handed over. */
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

/** Answers the sum of captured payments, laari. */
export function paidAmount(payments: readonly Pick<Payment, 'amount' | 'status'>[]): number {
  return payments.reduce((sum, payment) => sum + (payment.status === 'Captured' ? payment.amount : 0), 0);
}

/**
 * Answers the laari, with a sign, that are added to a total so that it ends on the step. `setting` is RoundCash: step in laari and
 * 'nearest' (half away from zero), 'up' or 'down', as '5:nearest'; anything else rounds nothing.
 */
export function cashRounding(total: number, setting: string | undefined): number {
  const match = /^(\d{1,6}):(nearest|up|down)$/.exec(setting?.trim() ?? '');
  const step = Number(match?.[1] ?? 0);
  if (!match || step <= 1) return 0;
  const rest = Math.abs(total) % step;
  if (rest === 0) return 0;
  const isUp = match[2] === 'up' || (match[2] === 'nearest' && rest * 2 >= step);
  return Math.sign(total) * (isUp ? step - rest : -rest);
}

/**
 * Answers what must come in: total, cash rounding when everything is paid in cash, and tip. A total that cash rounding makes nothing of
 * is paid with nothing.
 */
export function amountDue(
  total: number,
  methods: readonly PaymentMethod[],
  roundCash: string | undefined,
  tip = 0,
): { readonly roundingAmount: number; readonly due: number } {
  const rounding = cashRounding(total, roundCash);
  const isNothing = total > 0 && total + rounding + tip === 0;
  const isCashOnly = methods.length > 0 ? methods.every((method) => method === 'Cash') : isNothing;
  const roundingAmount = isCashOnly ? rounding : 0;
  return { roundingAmount, due: total + roundingAmount + tip };
}

/**
 * Answers the payments as they are to be stored, in the order sent; together they are exactly what is due. Cash above it is taken as handed over and
 * given back as change; other methods go first. With a negative `due` (a refund) the amounts are paid out and come out negative.
 * Refuses with paymentShort (`extra.due` says what is missing), overpaid, invalid (less handed over than applied), cardNumber, keyReused.
 */
export function checkTender(due: number, payments: readonly TenderInput[]): Result<readonly CheckedTender[]> {
  if (new Set(payments.map((one) => one.key)).size !== payments.length) return refuse('keyReused');
  if (payments.some((one) => hasCardNumber(one.reference ?? ''))) return refuse('cardNumber');
  const isCash = (one: TenderInput): boolean => givesChange(one.method) && due >= 0;
  const checked = new Map<string, CheckedTender>();
  let left = Math.abs(due);
  for (const one of [...payments.filter((each) => !isCash(each)), ...payments.filter(isCash)]) {
    const handed = one.tendered ?? one.amount;
    if (one.currency && (!isCash(one) || foreignWorth(one.currency) !== handed))
      return refuse('invalid', { errors: { currency: 'Foreign cash is handed over at its worth' } });
    if (handed < one.amount) return refuse('invalid', { errors: { tendered: 'Less was handed over than is applied' } });
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
 * Answers the sums that a guest is likely to hand over for `due`: the exact one and the next round ones, least first, at most `count`. `own` are
 * an outlet's own sums instead of the round ones; those that do not cover `due` are left out. Laari.
 */
export function quickCash(due: number, count = 5, own: readonly number[] = []): readonly number[] {
  if (due <= 0) return [];
  const round = own.length > 0 ? own.filter((sum) => sum > due) : notes.map((note) => Math.ceil(due / note) * note);
  const sums = new Set([due, ...round]);
  return [...sums].sort((a, b) => a - b).slice(0, count);
}
