/** The customer as a bill contains them. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import { type TaxCustomer, taxBuyerOf } from '@atoll/domain/bill/tax-invoice';

type CustomerRow = Omit<BillCustomer, 'buyer' | 'groupId' | 'discountPct'> &
  Pick<TaxCustomer, 'company' | 'address' | 'addresses'> & {
    readonly group_id: number;
    readonly discount_bp: number | null;
    readonly account_discount_bp: number | null;
  };

/** Returns what a bill keeps of a customer's row: who they are, what they must not eat, their group and discount, and the buyer of a tax invoice. */
export function billCustomer({
  id,
  key,
  name,
  phone,
  tin,
  allergies,
  group_id: groupId,
  discount_bp: ownBp,
  account_discount_bp: accountBp,
  ...row
}: CustomerRow): BillCustomer {
  const buyer = taxBuyerOf({ name, tin, ...row });
  const discountPct = Math.max(ownBp ?? 0, accountBp ?? 0) / 100;
  const terms = { ...(groupId > 0 && { groupId }), ...(discountPct > 0 && { discountPct }) };
  return { id, key, name, phone, tin, allergies, ...terms, ...(buyer && { buyer }) };
}

/** Returns the customer of a paid bill: the buyer is kept with the tax invoice, which stays when the customer is erased. */
export function withoutBuyer(customer: BillCustomer | null): BillCustomer | null {
  if (customer === null) return null;
  const { buyer: _buyer, ...kept } = customer;
  return kept;
}
