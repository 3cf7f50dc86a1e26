/** What other modules may use of the kitchen. */
export type { KitchenActor } from './bump.ts';
export { bump } from './bump.ts';
export { findTickets } from './find.ts';
export { recordTickets } from './record-tickets.ts';
