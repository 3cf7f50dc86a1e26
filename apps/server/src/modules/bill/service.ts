/** What other modules may use of bills. */
export { type BillActor, requirePermission } from './actor.ts';
export { createBill } from './create.ts';
export { deviceTime, instant } from './device-time.ts';
export { findBill } from './find.ts';
export { type OutletTerms, outletTerms } from './outlet-terms.ts';
export { type PayInput, payBill } from './pay.ts';
export { transferBill } from './transfer.ts';
export { updateBill } from './update.ts';
export { voidBill } from './void.ts';
