/** A deposit that wallets paid goes back to them before cash is given. Source: R22.7, R22.14, docs/rules.md#orders. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { WalletAmount } from '@atoll/domain/payment/wallet-split';
import type { OutletTx } from '../../platform/store/store.ts';
import { aboutEntry, setStatus } from './change.ts';
import { type WalletRow, walletsById, writeEntry } from './entry.ts';
import { planFollow } from './follow.ts';

type Giver = Parameters<typeof aboutEntry>[1];

interface GiveBack {
  readonly key: string;
  readonly reason: string;
  /** What each wallet gets, laari. */
  readonly shares: readonly WalletAmount[];
}

/** Moves parts of a deposit back to the wallets that paid it, or to those that replaced them. Returns what is left on the deposit; an empty one is closed. */
export async function giveBackDeposit(
  tx: OutletTx,
  actor: Giver,
  deposit: WalletRow,
  { key, reason, shares }: GiveBack,
): Promise<number> {
  const about = await aboutEntry(tx, actor, reason);
  const wallets = await walletsById(
    tx,
    shares.map(({ walletId }) => walletId),
  );
  let from = deposit;
  for (const { walletId, amount } of shares) {
    const paid = wallets.get(walletId);
    if (!paid) throw new Error('A wallet that paid is there');
    const to = (await planFollow(tx, paid))?.to ?? paid;
    const [out, into] = [await tx.nextId('wallet_entry'), await tx.nextId('wallet_entry')];
    from = writeEntry(tx, from, {
      ...about,
      id: out,
      key: derivedKey(`move out ${walletId} ${key}`),
      type: 'MoveOut',
      amount: -amount,
      reference: to.last4,
    });
    writeEntry(tx, to, {
      ...about,
      id: into,
      key: derivedKey(`move in ${walletId} ${key}`),
      type: 'MoveIn',
      amount,
      reference: deposit.last4,
    });
  }
  if (shares.length > 0 && from.balance === 0) setStatus(tx, actor, from, { status: 'Closed' }, reason);
  return from.balance;
}
