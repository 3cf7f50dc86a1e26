/** What other modules may use of the kitchen. */
export type { AllMade, KitchenActor } from './bump.ts';
export { bump } from './bump.ts';
export { findTickets } from './find.ts';
export { type KitchenTerms, type NumberedTicket, recordTickets } from './record-tickets.ts';
