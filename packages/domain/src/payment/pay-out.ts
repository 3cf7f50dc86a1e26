/** How a refund may be paid out: in cash, or by the methods of the bill's payments up to their amounts. Money in laari. Source: docs/rules.md#refund-methods. */
import { formatMoney, laari } from '../money/money.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { methodLabel, type PaymentMethod } from './methods.ts';
import type { Payment } from './payment.ts';
import { amountDue } from './tender.ts';

export interface MethodAmount {
  readonly method: PaymentMethod;
  readonly amount: number;
}

/**
 * Returns what can still be paid out by each method except cash, in the order of the payments. `payments` are those of the paid bill after its
 * exchanges; `refunds` those of its refunds, with amounts below zero.
 */
export function refundableBy(
  payments: readonly Pick<Payment, 'method' | 'amount' | 'status'>[],
  refunds: readonly MethodAmount[],
): readonly MethodAmount[] {
  const left = new Map<PaymentMethod, number>();
  const paid = payments.filter(({ status }) => status === 'Captured');
  for (const { method, amount } of [...paid, ...refunds]) left.set(method, (left.get(method) ?? 0) + amount);
  return [...left].flatMap(([method, amount]) => (method !== 'Cash' && amount > 0 ? [{ method, amount }] : []));
}

/** Checks payments of a refund (amounts above zero) against `refundableBy`. Refuses with refundAboveMethod, whose details name what is left. */
export function checkPayOut(payments: readonly MethodAmount[], left: readonly MethodAmount[]): Result<null> {
  for (const method of new Set(payments.map((one) => one.method))) {
    const wanted = payments.reduce((sum, one) => sum + (one.method === method ? one.amount : 0), 0);
    const most = left.find((one) => one.method === method)?.amount ?? 0;
    if (method === 'Cash' || wanted <= most) continue;
    const label = methodLabel(method);
    const message =
      most > 0
        ? (`By ${label} you can give back at most ${formatMoney(laari(most))}. Give the rest in cash` as const)
        : (`Nothing can be given back by ${label}. Give it back in cash` as const);
    return refuse('refundAboveMethod', { message, extra: { method, left: most } });
  }
  return ok(null);
}

/**
 * Returns the payments that give back `total` (laari above zero): as much by the method as can be, the rest in cash, which is rounded. `exact`: cash is
 * not rounded, in the refund of all that is left.
 */
export function payOut(
  total: number,
  method: PaymentMethod,
  left: readonly MethodAmount[],
  { roundCash, exact }: { readonly roundCash: string | undefined; readonly exact: boolean },
): readonly MethodAmount[] {
  const most = method === 'Cash' ? 0 : (left.find((one) => one.method === method)?.amount ?? 0);
  const byMethod = Math.min(most, total);
  const first = byMethod > 0 ? [{ method, amount: byMethod }] : [];
  const inCash = { method: 'Cash', amount: 0 } as const;
  const due = exact || byMethod === total ? total : amountDue(total, [...first, inCash], roundCash).due;
  return due > byMethod ? [...first, { ...inCash, amount: due - byMethod }] : first;
}
