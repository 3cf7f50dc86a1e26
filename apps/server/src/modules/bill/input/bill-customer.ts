/** The customer as a bill contains them. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import { type TaxCustomer, taxBuyerOf } from '@atoll/domain/bill/tax-invoice';

type CustomerRow = Omit<BillCustomer, 'buyer' | 'groupId'> &
  Pick<TaxCustomer, 'company' | 'address' | 'addresses'> & { readonly group_id: number };

/** Returns what a bill keeps of a customer's row: who they are, what they must not eat, and the buyer of a tax invoice. */
export function billCustomer({
  id,
  key,
  name,
  phone,
  tin,
  allergies,
  group_id: groupId,
  ...row
}: CustomerRow): BillCustomer {
  const buyer = taxBuyerOf({ name, tin, ...row });
  return { id, key, name, phone, tin, allergies, ...(groupId > 0 && { groupId }), ...(buyer && { buyer }) };
}

/** Returns the customer of a paid bill: the buyer is kept with the tax invoice, which stays when the customer is erased. */
export function withoutBuyer(customer: BillCustomer | null): BillCustomer | null {
  if (customer === null) return null;
  const { buyer: _buyer, ...kept } = customer;
  return kept;
}
