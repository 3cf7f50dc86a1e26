/** Who a tax invoice of a bill would be for, and what it still lacks. Source: docs/rules.md#tax-invoice. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isTaxParty, type TaxBuyer } from '@atoll/domain/bill/tax-invoice';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { t } from '../locale/locale.ts';

/** Returns the buyer in one line. */
export const buyerText = ({ name, tin, address }: TaxBuyer): string =>
  [name, t('service.buyerTin', { tin }), address].filter(Boolean).join(' · ');

/** Returns what is missing for a tax invoice as a sentence, or undefined. The address of a customer that an earlier release chose is unknown. */
export function taxInvoiceProblem({ customer }: Bill, outlet: Outlet | null): string | undefined {
  if (outlet && !isTaxParty(outlet)) return t('service.taxInvoiceNoSeller');
  if (!customer?.tin) return t('service.taxInvoiceHint');
  if (customer.buyer && !isTaxParty(customer.buyer)) return t('service.taxInvoiceNoAddress');
  return undefined;
}

/** Returns the buyer of a bill as far as this device knows. */
export const knownBuyer = ({ customer }: Bill): TaxBuyer =>
  customer?.buyer ?? { name: customer?.name ?? '', address: '', tin: customer?.tin ?? '' };
