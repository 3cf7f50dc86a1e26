/** Reversals of payments on house accounts: payments with a positive amount. Source: docs/rules.md#account-entries. */
import type { AccountEntryType } from './account.ts';

/** Returns whether an entry reverses a payment. `amount` is signed: positive when the debt increases. */
export const isReversal = ({ type, amount }: { readonly type: AccountEntryType; readonly amount: number }): boolean =>
  type === 'Payment' && amount > 0;
