/** The discount of guests with a house account. Source: R21.18, docs/rules.md#promotions. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import { call } from '../../api/api.ts';
import { useBills } from '../bills.ts';
import { loadEngine } from './line-price.ts';

/** Returns a customer with the discount of their house account, where it is greater than their own; the customer itself otherwise, and without the server. */
export async function withAccountDiscount(guest: BillCustomer, accountId = 0): Promise<BillCustomer> {
  if (accountId === 0 || guest.id === null) return guest;
  try {
    const { discountPct = 0 } = await call('account.credit', { params: { id: String(guest.id) }, quiet: true });
    return discountPct > (guest.discountPct ?? 0) ? { ...guest, discountPct } : guest;
  } catch {
    // The server gives it with the save.
    return guest;
  }
}

/** Gives the guest of a bill the discount of their house account, once the server says it. */
export async function askDiscount(billKey: string, guest: BillCustomer | null, accountId?: number): Promise<void> {
  if (guest === null) return;
  const { discountPct = 0 } = await withAccountDiscount(guest, accountId);
  if (discountPct <= (guest.discountPct ?? 0)) return;
  await loadEngine();
  const { bills, setCustomer } = useBills.getState();
  const now = bills[billKey]?.customer;
  // A save may have come before: the server gave it.
  if (now?.id === guest.id && (now.discountPct ?? 0) < discountPct) setCustomer(billKey, { ...now, discountPct });
}
