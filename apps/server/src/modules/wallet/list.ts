/** The wallets of an outlet, and what happened on one. Source: docs/rules.md#wallets. */
import type { Wallet, WalletLedger } from '@atoll/domain/contract/people/wallet';
import { hasExpired } from '@atoll/domain/wallet/expiry';
import { walletStatuses } from '@atoll/domain/wallet/wallet';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { ListRequest, Page } from '../../platform/http/list.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { choiceFilter, pageOfRows, type RowSorts, sortNames } from '../stock/service.ts';

/** Entries of a wallet, at most. */
const maxEntries = 1000;

const instant = (at: number): string => new Date(at).toISOString();

const walletsFrom = (db: Kysely<Database>, outletId: number) =>
  db
    .selectFrom('wallet')
    .leftJoin('wallet as next', (join) =>
      join.onRef('next.outlet_id', '=', 'wallet.outlet_id').onRef('next.id', '=', 'wallet.replaced_by'),
    )
    .where('wallet.outlet_id', '=', outletId);

const columns = [
  'wallet.id',
  'wallet.key',
  'wallet.version',
  'wallet.kind',
  'wallet.last4',
  'wallet.balance',
  'wallet.status',
  'wallet.expires_on',
  'wallet.bill_id',
  'wallet.created_at',
  'next.last4 as next_last4',
] as const;

type Row = {
  id: number;
  key: string;
  version: number;
  kind: Wallet['kind'];
  last4: string;
  balance: number;
  status: Wallet['status'];
  expires_on: string | null;
  bill_id: number | null;
  created_at: number;
  next_last4: string | null;
};

/** A card whose last day has passed is marked, and nothing is written. */
const present = (row: Row, today: string): Wallet => ({
  id: row.id,
  key: row.key,
  version: row.version,
  kind: row.kind,
  last4: row.last4,
  balance: row.balance,
  status: row.status === 'Active' && hasExpired(row.expires_on, today) ? 'Expired' : row.status,
  expiresOn: row.expires_on,
  replacedBy: row.next_last4,
  billId: row.bill_id,
  createdAt: instant(row.created_at),
});

const sorts: RowSorts<Wallet> = {
  columns: {
    id: 'wallet.id',
    last4: 'wallet.last4',
    kind: 'wallet.kind',
    balance: 'wallet.balance',
    status: 'wallet.status',
    createdAt: 'wallet.created_at',
  },
};
export const walletSorts = sortNames(sorts);

/** Returns a page (or the first 1000) of the wallets, found by their last letters or a part of them. */
export function listWallets(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: { readonly status?: string | undefined },
  now = Date.now(),
): Promise<Page<Wallet> | Wallet[]> {
  const status = choiceFilter('status', filters.status, [...walletStatuses, 'Overdrawn']);
  return store.readForLists(outletId, async (db) => {
    const today = await todayOf(db, outletId, now);
    let found = walletsFrom(db, outletId);
    if (status === 'Overdrawn') found = found.where('wallet.balance', '<', 0);
    else if (status === 'Expired')
      found = found.where('wallet.status', '=', 'Active').where('wallet.expires_on', '<', today);
    else if (status === 'Active')
      found = found
        .where('wallet.status', '=', 'Active')
        .where((eb) => eb.or([eb('wallet.expires_on', 'is', null), eb('wallet.expires_on', '>=', today)]));
    else if (status !== undefined) found = found.where('wallet.status', '=', status);
    if (request.search) found = found.where('wallet.last4', '=', request.search.trim().toUpperCase().slice(-4));
    return pageOfRows(found.select(columns), request, sorts, (rows) => rows.map((row) => present(row, today)));
  });
}

/** Returns a wallet with its entries, the latest first. Refused: 'notFound'. */
export function findLedger(store: Store, outletId: number, idOrKey: string, now = Date.now()): Promise<WalletLedger> {
  return store.readForLists(outletId, async (db) => {
    const wallets = walletsFrom(db, outletId).select(columns);
    const row = await (/^\d+$/.test(idOrKey)
      ? wallets.where('wallet.id', '=', Number(idOrKey))
      : wallets.where('wallet.key', '=', idOrKey)
    ).executeTakeFirst();
    if (!row) throw refused('notFound');
    const entries = await db
      .selectFrom('wallet_entry')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('wallet_id', '=', row.id)
      .orderBy('id', 'desc')
      .limit(maxEntries)
      .execute();
    return {
      ...present(row, await todayOf(db, outletId, now)),
      entries: entries.map((entry) => ({
        id: entry.id,
        at: instant(entry.at),
        type: entry.type,
        amount: entry.amount,
        balanceAfter: entry.balance_after,
        billId: entry.bill_id,
        reference: entry.reference,
        note: entry.note,
        madeByName: entry.made_by_name,
      })),
    };
  });
}
