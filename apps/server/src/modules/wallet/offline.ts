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

/** A command may be written a little after the time that it counts as its own. */
const overlapMs = 60_000;

/** Returns the wallets that were used last and may pay, or are blocked; with `since`, epoch ms, those of them that changed since, and which pay no more. */
export function walletsForTills(
  store: Store,
  outletId: number,
  now: number,
  since: number | null = null,
): Promise<AnswerOf<typeof contract.offlineWallets>> {
  return store.readForLists(outletId, async (db) => {
    const today = await todayOf(db, outletId, now);
    const rows = await db
      .selectFrom('wallet')
      .select(['id', 'code_hash', 'last4', 'kind', 'balance', 'status', 'expires_on'])
      .where('outlet_id', '=', outletId)
      .$if(since !== null, (query) => query.where('modified_at', '>=', (since ?? 0) - overlapMs))
      .orderBy('modified_at', 'desc')
      .limit(offlineWallets)
      .execute();
    const pays = ({ status, expires_on }: (typeof rows)[number]): boolean =>
      isOpen(status) && !hasExpired(expires_on, today);
    return {
      at: new Date(now).toISOString(),
      ...(since !== null && { gone: rows.filter((row) => !pays(row)).map(({ id }) => id) }),
      wallets: rows.filter(pays).map(({ id, code_hash, last4, kind, balance, status }) => ({
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
