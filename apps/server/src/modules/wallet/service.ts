/** What other modules may use of wallets: bills sell cards, and are paid and refunded by wallets. */
export { setStatus } from './change.ts';
export { type CreditPlan, depositOf, planCredit, unknownCard, writeCredit } from './credit.ts';
export { walletsById, writeEntry } from './entry.ts';
export { planFollow, writeFollow } from './follow.ts';
export { giveBackDeposit } from './give-back.ts';
export { findLedger } from './list.ts';
export { planCreditMove, writeCreditMove } from './merge.ts';
export { planWallets, writeWallets } from './pay.ts';
export { payOutCard } from './payout.ts';
export { walletsOfRefund } from './refund.ts';
