import type { Bill } from '@atoll/domain/bill/bill';
import { useState } from 'react';

/**
 * Returns the bill that Checkout shows: an open one, or one whose payment is on its way, as it was when the payment began; undefined for a closed bill.
 * `onPaying` is called when a payment begins, and with nothing when it was refused.
 */
export function useShownWhilePaying(bill: Bill | undefined) {
  const [paying, onPaying] = useState<Bill>();
  const onItsWay = paying?.key === bill?.key ? paying : undefined;
  return { shown: bill?.isOpen ? bill : onItsWay, onPaying };
}
