/** Says whether the rules of this release give the sums of a bill. */
import type { Bill } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';

/** Returns whether the sums of a bill are those of its items by the rules of this release. */
export function isExact(doc: Bill): boolean {
  const { subTotal, discount, serviceCharge, gst, total } = billTotals(doc);
  const same = subTotal === doc.subTotal && discount === doc.discount && serviceCharge === doc.serviceCharge;
  return same && gst === doc.gst && total === doc.total;
}
