/** What other modules may use of stock. */
export type { StockActor } from './actor.ts';
export { choiceFilter, idFilter, pageOfRows } from './list.ts';
export { portionCosts, unitCosts } from './portion-cost.ts';
export { type NewMovement, postMovements } from './post.ts';
export { nextNumber, noteOf, noteRemoved, presentSteps, withStep } from './record.ts';
export { storageNames } from './request-find.ts';
export { giveBack, takeForSale, wasteVoided } from './sale.ts';
export { readBook, stockTerms, stockTermsChanged } from './terms.ts';
export { fromThousandths, instant, toThousandths } from './wire.ts';
