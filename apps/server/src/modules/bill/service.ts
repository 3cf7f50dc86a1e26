/** The functions of bills for other modules. */

export { type CorrectInput, correctPayment } from './command/correct-payment.ts';
export { createBill } from './command/create.ts';
export { recordHandedPrint } from './command/handed-print.ts';
export { mergeBills } from './command/merge.ts';
export { type PayInput, payBill } from './command/pay.ts';
export { type RefundInput, refundBill } from './command/refund.ts';
export { type SplitInput, splitBill } from './command/split.ts';
export { transferBill } from './command/transfer.ts';
export { updateBill } from './command/update.ts';
export { voidBill, voidIn } from './command/void.ts';
export { allow, type BillActor } from './input/actor.ts';
export { instant } from './input/device-time.ts';
export { deviceTimes } from './input/late.ts';
export { checkLowering, type LoweringNote } from './input/lowering.ts';
export { type OutletTerms, outletTerms } from './input/outlet-terms.ts';
export { withDeliveryFee } from './input/zone-fee.ts';
export { exchangesByBill, exchangesInShift } from './read/exchanges.ts';
export { findBill } from './read/find.ts';
export { withGivers } from './read/givers.ts';
export { findStored, loadBill, type StoredBill } from './read/load.ts';
export { type BillViewer, requireView, viewable, viewed } from './read/viewed.ts';
export { type BillDigests, billDigests, billParts, openBillDigest } from './record/bill-digest.ts';
export { writeDelivery } from './record/delivery-record.ts';
export { giftSums } from './record/gift-sums.ts';
export { paidLessRow } from './record/paid-less.ts';
export { soldItems, writeGifts } from './record/sale.ts';
export { peopleSums } from './record/sale-people.ts';
