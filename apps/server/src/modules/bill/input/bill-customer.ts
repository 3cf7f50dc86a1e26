/** The customer as a bill contains them. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import { type TaxCustomer, taxBuyerOf } from '@atoll/domain/bill/tax-invoice';

type CustomerRow = Omit<BillCustomer, 'buyer'> & Pick<TaxCustomer, 'company' | 'address' | 'addresses'>;

/** Returns what a bill keeps of a customer's row: who they are, what they must not eat, and the buyer of a tax invoice. */
export function billCustomer({ id, key, name, phone, tin, allergies, ...row }: CustomerRow): BillCustomer {
  const buyer = taxBuyerOf({ name, tin, ...row });
  return { id, key, name, phone, tin, allergies, ...(buyer && { buyer }) };
}

/** Returns the customer of a paid bill: the buyer is kept with the tax invoice, which stays when the customer is erased. */
export function withoutBuyer(customer: BillCustomer | null): BillCustomer | null {
  if (customer === null) return null;
  const { buyer: _buyer, ...kept } = customer;
  return kept;
}
