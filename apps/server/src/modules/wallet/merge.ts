/** Store credit of customers who are merged: it moves in two entries, so that one wallet has it all. Source: R22.10, docs/rules.md#wallets. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { aboutEntry, setStatus } from './change.ts';
import { creditOf } from './credit.ts';
import { type WalletRow, writeEntry } from './entry.ts';

interface CreditMove {
  readonly from: WalletRow;
  readonly to: WalletRow;
  readonly ids: readonly [out: number, into: number];
  readonly about: Awaited<ReturnType<typeof aboutEntry>>;
}

/** Returns the move of the store credit of a customer to that of the one who is kept; null unless both have some. Reads only. */
export async function planCreditMove(
  tx: OutletTx,
  actor: Actor,
  toId: number,
  fromId: number,
): Promise<CreditMove | null> {
  const [to, from] = [await creditOf(tx, toId), await creditOf(tx, fromId)];
  if (!to || !from || from.balance === 0) return null;
  const ids = [await tx.nextId('wallet_entry'), await tx.nextId('wallet_entry')] as const;
  return { from, to, ids, about: await aboutEntry(tx, actor, 'Customers merged') };
}

/** Writes the two entries of a merge, and closes the wallet that is empty now: what is refunded to it later goes on to the other one. */
export function writeCreditMove(tx: OutletTx, actor: Actor, plan: CreditMove | null): void {
  if (!plan) return;
  const { from, to, ids, about } = plan;
  const move = (name: string, type: 'MoveOut' | 'MoveIn', id: number) => ({
    ...about,
    id,
    type,
    key: derivedKey(`merge ${name} ${tx.head.outletId} ${id}`),
  });
  writeEntry(tx, from, { ...move('out', 'MoveOut', ids[0]), amount: -from.balance, reference: to.last4 });
  writeEntry(tx, to, { ...move('in', 'MoveIn', ids[1]), amount: from.balance, reference: from.last4 });
  setStatus(tx, actor, from, { status: 'Closed', replaced_by: to.id }, about.note);
}
