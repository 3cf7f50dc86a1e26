/** The customer as a bill contains them. */
import type { BillCustomer } from '@atoll/domain/bill/bill';
import { type TaxCustomer, taxBuyerOf } from '@atoll/domain/bill/tax-invoice';

type CustomerRow = Omit<BillCustomer, 'buyer' | 'groupId' | 'discountPct' | 'points' | 'tier' | 'birthday'> &
  Pick<TaxCustomer, 'company' | 'address' | 'addresses'> & {
    readonly group_id: number;
    readonly discount_bp: number | null;
    readonly account_discount_bp: number | null;
    readonly loyalty_points: number;
    readonly points_tier: string;
  };

/** Returns what a bill keeps of a customer's row, with `hasPoints` their points too: who they are, what they must not eat, their group and discount, and the buyer of a tax invoice. */
export function billCustomer(customer: CustomerRow, hasPoints: boolean): BillCustomer {
  const {
    id,
    key,
    name,
    phone,
    tin,
    allergies,
    group_id: groupId,
    loyalty_points: points,
    points_tier: tier,
  } = customer;
  const { company, address, addresses } = customer;
  const buyer = taxBuyerOf({ name, tin, company, address, addresses });
  const discountPct = Math.max(customer.discount_bp ?? 0, customer.account_discount_bp ?? 0) / 100;
  const terms = { ...(groupId > 0 && { groupId }), ...(discountPct > 0 && { discountPct }) };
  const standing = hasPoints ? { points, ...(tier && { tier }) } : {};
  return { id, key, name, phone, tin, allergies, ...terms, ...standing, ...(buyer && { buyer }) };
}

/** Returns the customer of a paid bill: the buyer is kept with the tax invoice, which stays when the customer is erased, and points change. */
export function withoutBuyer(customer: BillCustomer | null): BillCustomer | null {
  if (customer === null) return null;
  const { buyer: _buyer, points: _points, tier: _tier, birthday: _birthday, ...kept } = customer;
  return kept;
}
