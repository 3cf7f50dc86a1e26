/** What other modules may use of shifts. */

export { addCash, moveCash } from './cash.ts';
export { closeShift } from './close.ts';
export { createShift } from './create.ts';
export { activeShift } from './find.ts';
