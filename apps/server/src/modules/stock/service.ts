/** What other modules may use of stock. */
export { requirePermission, type StockActor } from './actor.ts';
export { type NewMovement, type Posting, postMovements } from './post.ts';
export { giveBack, type ReturnedLine, takeForSale, wasteVoided } from './sale.ts';
export { type OutletBook, readBook, type StockTerms, stockTerms, stockTermsChanged } from './terms.ts';
