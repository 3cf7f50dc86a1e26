/** Functions of shifts for other modules. */

export { addCash, moveCash } from './cash.ts';
export { closeShift } from './close.ts';
export { createShift } from './create.ts';
export { activeShift, expectedCash } from './find.ts';
export { payOutOf } from './wallet-payout.ts';
