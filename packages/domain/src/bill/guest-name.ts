/** The name under which an order is called out or handed over. Source: R35.42. */
import type { Bill } from './bill.ts';

/** Returns the guest's name: that of the delivery or takeaway, otherwise the customer's; '' without one. */
export function guestName({ delivery, customer }: Pick<Bill, 'delivery' | 'customer'>): string {
  return delivery?.name || customer?.name || '';
}
