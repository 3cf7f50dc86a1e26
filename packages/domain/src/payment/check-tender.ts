/** Checks whether payments cover a bill, and computes the change. Money in laari. Source: docs/rules.md#payments. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { hasCardNumber } from './card-number.ts';
import { givesChange, type PaymentMethod } from './methods.ts';
import { type ForeignCash, foreignValue } from './payment.ts';

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
