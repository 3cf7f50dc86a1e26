/** What other modules may use of points: bills give and take them, customers are merged and erased with them. */
export { entriesOfBills, entryOf, type Holder, holderOf, writePoints } from './entry.ts';
export { planErase, planMove, writeErase, writeMove } from './move.ts';
export { type PointsTerms, pointsTerms, tierPoints, writeTier } from './rules.ts';
export { writeSignup } from './signup.ts';
