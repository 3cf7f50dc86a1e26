/** What the history keeps of the document of a completed bill, so that an edit in the store is found. Source: R36.21, docs/rules.md#history-chain. */
import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import type { BillDelivery } from '@atoll/domain/bill/bill-delivery';
import { digestOf } from '../../../platform/store/outlet/digest.ts';

/** Digests of the parts of a document that can change at different times. */
export interface BillDigests {
  /** What never changes: everything but the other two parts. */
  readonly sale: string;
  /** What the delivery changes after the payment. */
  readonly order: string;
  /** Who the guest is, which an erasure empties. */
  readonly guest: string;
}

/** The parts of a document as their digests cover them. */
export interface BillParts {
  readonly sale: unknown;
  readonly order: unknown;
  readonly guest: readonly string[];
}

/** Divides the document of a completed bill. */
export function billParts(bill: Bill): BillParts {
  const { version, modifiedAt, modifiedBy, lastSavedAt, deliveryStatus, delivery, customer, ...sold } = bill;
  const { name = '', phone = '', tin = '', allergies = '', ...known }: Partial<BillCustomer> = customer ?? {};
  const to: Partial<BillDelivery> = delivery ?? {};
  const {
    name: at = '',
    phone: call = '',
    address = '',
    landmark = '',
    note = '',
    allergies: avoids = '',
    ...place
  } = to;
  return {
    sale: { ...sold, customer: customer && known },
    order: { version, modifiedAt, modifiedBy, lastSavedAt, deliveryStatus, delivery: delivery && place },
    guest: [name, phone, tin, allergies, at, call, address, landmark, note, avoids],
  };
}

/**
 * Returns the digest of a bill that is open or void, without its guest: merging and erasing customers change that, and it is no amount. Of a
 * bill that was paid `billDigests` says more.
 */
export function openBillDigest(bill: Bill): string {
  const { sale, order } = billParts({ ...bill, customerId: 0, customer: null });
  return digestOf([sale, order]);
}

/** Returns the digests of a completed bill. That of the guest depends on the sale, so that nobody looks it up in a list of names. */
export function billDigests(bill: Bill): BillDigests {
  const { sale, order, guest } = billParts(bill);
  const digest = digestOf(sale);
  return { sale: digest, order: digestOf(order), guest: digestOf([digest, ...guest]) };
}
