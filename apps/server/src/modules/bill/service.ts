/** The functions of bills for other modules. */
export { allow, type BillActor } from './actor.ts';
export { createBill } from './create.ts';
export { writeDelivery } from './delivery-record.ts';
export { deviceTime, instant } from './device-time.ts';
export { findBill } from './find.ts';
export { findStored, loadBill, type StoredBill } from './load.ts';
export { mergeBills } from './merge.ts';
export { type OutletTerms, outletTerms } from './outlet-terms.ts';
export { type PayInput, payBill } from './pay.ts';
export { type RefundInput, refundBill } from './refund.ts';
export { peopleSums } from './sale-people.ts';
export { type SplitInput, splitBill } from './split.ts';
export { transferBill } from './transfer.ts';
export { updateBill } from './update.ts';
export { voidBill, voidIn } from './void.ts';
export { withDeliveryFee } from './zone-fee.ts';
