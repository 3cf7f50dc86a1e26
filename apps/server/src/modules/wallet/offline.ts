/** The balances that tills keep for when the server is away. Source: R22.5, docs/rules.md#wallets. */
import type * as contract from '@atoll/domain/contract/people/wallet';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { hasExpired } from '@atoll/domain/wallet/expiry';
import { offlineWallets } from '@atoll/domain/wallet/offline';
import type { WalletStatus } from '@atoll/domain/wallet/wallet';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { Store } from '../../platform/store/store.ts';

/** Returns the name by which a till finds a wallet: `offlineName` of the hash of its code. */
const nameOf = (stored: string): string => stored.slice(0, 24);

const isOpen = (status: WalletStatus): boolean => status === 'Active' || status === 'Blocked';

/** Returns the wallets that were used last and may pay, or are blocked. */
export function walletsForTills(
  store: Store,
  outletId: number,
  now: number,
): Promise<AnswerOf<typeof contract.offlineWallets>> {
  return store.readForLists(outletId, async (db) => {
    const today = await todayOf(db, outletId, now);
    const rows = await db
      .selectFrom('wallet')
      .select(['id', 'code_hash', 'last4', 'kind', 'balance', 'status', 'expires_on'])
      .where('outlet_id', '=', outletId)
      .orderBy('modified_at', 'desc')
      .limit(offlineWallets)
      .execute();
    return {
      at: new Date(now).toISOString(),
      wallets: rows
        .filter(({ status, expires_on }) => isOpen(status) && !hasExpired(expires_on, today))
        .map(({ id, code_hash, last4, kind, balance, status }) => ({
          id,
          name: nameOf(code_hash),
          last4,
          kind,
          balance,
          isBlocked: status === 'Blocked',
        })),
    };
  });
}
