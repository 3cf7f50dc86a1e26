/** What other modules may use of prices. */
export { applyChangesOnTime } from './apply-due.ts';
export { ofAnyCustomer, usedBirthdays } from './birthday-uses.ts';
export { couponsOf } from './coupons.ts';
export { timeErrors } from './hooks.ts';
export { type KnownRules, readPriceRules, rulesOfVersions } from './rules.ts';
