import type { Bill } from './bill.ts';

/** Returns the allergies of a bill's customer and of its delivery, as they were typed; '' without any (R35.76). */
export function billAllergies({ customer, delivery }: Pick<Bill, 'customer' | 'delivery'>): string {
  const typed = [customer?.allergies, delivery?.allergies].map((text) => text?.trim() ?? '').filter(Boolean);
  return [...new Set(typed)].join(', ');
}
