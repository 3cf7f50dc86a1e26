import { methodLabel } from '@atoll/domain/payment/methods';
import type { Payment } from '@atoll/domain/payment/payment';
import { labelText } from '../../locale/label.ts';

/** Returns the method of a payment in words, with its currency and reference: 'Cash USD', 'Card · Slip 12'. */
export function paymentName({
  method,
  currency,
  reference,
}: Pick<Payment, 'method' | 'currency' | 'reference'>): string {
  const name = [labelText(methodLabel(method)), currency?.code].filter(Boolean).join(' ');
  return [name, reference].filter(Boolean).join(' · ');
}
