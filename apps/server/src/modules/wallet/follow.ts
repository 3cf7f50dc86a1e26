/** Money for a card that was replaced goes on to the card that took its place. Source: R22.10, docs/rules.md#wallets. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { OutletTx } from '../../platform/store/store.ts';
import { type WalletMove, type WalletRow, walletsById, writeEntry } from './entry.ts';

/** The card that took the place of another one, with the ids of the two entries. */
export interface Follow {
  readonly to: WalletRow;
  readonly out: number;
  readonly into: number;
}

/** Returns the last card of those that replaced this one; null when none did. Reads only. */
export async function planFollow(tx: OutletTx, wallet: WalletRow): Promise<Follow | null> {
  let last = wallet;
  while (last.replaced_by !== null) {
    const next = (await walletsById(tx, [last.replaced_by])).get(last.replaced_by);
    if (!next) break;
    last = next;
  }
  if (last === wallet) return null;
  return { to: last, out: await tx.nextId('wallet_entry'), into: await tx.nextId('wallet_entry') };
}

/** Moves what an entry gave to the card on, in two entries. Returns both cards afterwards. */
export function writeFollow(tx: OutletTx, from: WalletRow, { to, out, into }: Follow, move: WalletMove): WalletRow[] {
  const { amount, key } = move;
  const left = writeEntry(tx, from, {
    ...move,
    id: out,
    key: derivedKey(`move out ${key}`),
    type: 'MoveOut',
    amount: -amount,
  });
  return [left, writeEntry(tx, to, { ...move, id: into, key: derivedKey(`move in ${key}`), type: 'MoveIn', amount })];
}
