/** The functions of the kitchen for other modules. */

export type { KitchenActor } from './bump.ts';
export { bump } from './bump.ts';
export { findTickets } from './find.ts';
export { moveTickets, renameTickets } from './move-tickets.ts';
export { recordTickets } from './record-tickets.ts';
export { startedAmong } from './started.ts';
