/** Functions of stock for other modules. */
export type { StockActor } from './actor.ts';
export { fromThousandths, instant, toThousandths } from './api-value.ts';
export {
  createDocument,
  createdStamp,
  type DocumentRow,
  invoiceKind,
  isCreated,
  loadDocument,
  presentSteps,
  removeDocument,
  requireStatus,
  requireVersion,
  withStep,
  writeDocument,
  writeStep,
} from './document.ts';
export { choiceFilter, idFilter, pageOfRows, type RowSorts, sortNames } from './list.ts';
export { portionCosts, unitCosts } from './movement/portion-cost.ts';
export { type NewMovement, postMovements } from './movement/post.ts';
export { returnToStock, takeForSale, wasteVoided } from './movement/sale.ts';
export { readRecipeBook, stockTerms, stockTermsChanged } from './movement/terms.ts';
export { isLowSql } from './queries.ts';
export { appendHistory, appendRemoval } from './record.ts';
export { storageNames } from './request/request-find.ts';
