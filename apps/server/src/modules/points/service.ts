/** What other modules may use of points: bills give and take them, customers are merged and erased with them. */
export { entriesOfBills, type Holder, holderOf, writePoints } from './entry.ts';
export { type PointsTerms, pointsTerms, tierOf } from './rules.ts';
