/** The functions of accounts for other modules: bills are charged, refunded and paid. Source: docs/rules.md#house-accounts. */

import type { AccountEntry } from '@atoll/domain/contract/people/account';
import { formatAmount } from '@atoll/domain/money/money';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { findHouseAccount, knownEntry, type NewEntry, writeEntry } from './entry.ts';

export type { NewEntry } from './entry.ts';
export { findEntry, findHouseAccount, knownEntry } from './entry.ts';
export { accountHooks } from './hooks.ts';
export { reversalKey } from './reversal-key.ts';
export type AccountMove = Omit<NewEntry, 'type'>;

/**
 * Charges a bill to a house account, once per key (the payment's). `isApproved`: somebody with `payment.credit` approved a balance over the limit.
 * `amount` is positive laari. Refused: 'notFound', 'invalid' (not a house account, not Active, over the credit limit; 'errors.accountId' says which),
 * 'keyReused'. It reads before it writes, so call it before the first write of the command.
 */
export async function chargeAccount(tx: OutletTx, move: AccountMove, isApproved = false): Promise<AccountEntry> {
  const entry: NewEntry = { ...move, type: 'Charge' };
  const known = await knownEntry(tx, entry);
  if (known) return known;
  const account = await findHouseAccount(tx, move.accountId);
  const over = account.balance + move.amount - (account.credit_limit ?? 0);
  const message: Sentence | null =
    account.status !== 'Active'
      ? `${account.name} is ${account.status === 'OnHold' ? 'on hold' : 'closed'}`
      : over > 0 && !isApproved
        ? `${account.name} would be ${formatAmount(over)} over its credit limit`
        : null;
  if (message !== null) throw refused('invalid', { details: message, errors: { accountId: message } });
  return writeEntry(tx, account, entry);
}

/** Writes a refund: a charge or payment of a bill goes back to the account. `amount` is positive laari. Refused as in `chargeAccount`. */
export function refundAccount(tx: OutletTx, move: AccountMove): Promise<AccountEntry> {
  return moveAccount(tx, { ...move, type: 'Refund', amount: -move.amount });
}

/** Writes an entry of any type; `amount` is signed. Refused: 'notFound', 'invalid', 'keyReused'. */
export async function moveAccount(
  tx: OutletTx,
  entry: NewEntry,
  approval: string | null = null,
): Promise<AccountEntry> {
  const known = await knownEntry(tx, entry);
  return known ?? writeEntry(tx, await findHouseAccount(tx, entry.accountId), entry, approval);
}
