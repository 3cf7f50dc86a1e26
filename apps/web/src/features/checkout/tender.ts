import type { ForeignCash, PaymentMethod } from '@atoll/domain/payment/payment';

/** A payment as it stands on the checkout before the bill is paid; money in laari. */
export interface PlannedPayment {
  readonly key: string;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly tendered: number;
  readonly reference: string;
  readonly currency?: ForeignCash | undefined;
}

/** What is applied so far, what is still due, and what is given back. `total` includes rounding and tip. */
export function tenderState(total: number, payments: readonly PlannedPayment[]) {
  const paid = payments.reduce((sum, each) => sum + each.amount, 0);
  const change = payments.reduce((sum, each) => sum + each.tendered - each.amount, 0);
  return { paid, due: total - paid, change };
}

/** Cash may be more than what is due (the rest is change); anything else may not. */
export function planPayment(
  key: string,
  method: PaymentMethod,
  typed: number,
  due: number,
  reference: string,
  currency?: ForeignCash,
): PlannedPayment | 'nothing' | 'over' {
  if (typed <= 0) return 'nothing';
  if (typed > due && method !== 'Cash') return 'over';
  return {
    key,
    method,
    amount: Math.min(typed, due),
    tendered: typed,
    reference: reference.trim(),
    ...(currency ? { currency } : {}),
  };
}
