/** Functions of stock for other modules. */
export type { StockActor } from './actor.ts';
export { fromThousandths, instant, toThousandths } from './api-value.ts';
export { choiceFilter, idFilter, pageOfRows } from './list.ts';
export { portionCosts, unitCosts } from './movement/portion-cost.ts';
export { type NewMovement, postMovements } from './movement/post.ts';
export { giveBack, takeForSale, wasteVoided } from './movement/sale.ts';
export { readBook, stockTerms, stockTermsChanged } from './movement/terms.ts';
export { nextNumber, noteOf, noteRemoved, presentSteps, withStep } from './record.ts';
export { storageNames } from './request/request-find.ts';
