/** Gives refunds back to the wallets that paid, before anything is paid out. Source: R22.7, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { CheckedTender } from '@atoll/domain/payment/check-tender';
import type { PaidWallet } from '@atoll/domain/payment/payment';
import type { WalletAmount } from '@atoll/domain/payment/wallet-split';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { planFollow, walletsById, writeEntry, writeFollow } from '../../wallet/service.ts';
import type { BillActor } from '../input/actor.ts';

type WalletRow = Parameters<typeof writeEntry>[1];
type PaidBack = CheckedTender & { readonly wallet?: PaidWallet | undefined };

/** What a refund writes: its payments, a payment by gift card for each wallet that gets something. */
export interface WalletRefund {
  readonly payments: readonly PaidBack[];
  readonly entries: readonly {
    /** Moves it on to the card that replaced the one that paid. */
    readonly follow: Awaited<ReturnType<typeof planFollow>>;
    readonly id: number;
    readonly key: string;
    readonly wallet: WalletRow;
    readonly amount: number;
  }[];
}

/**
 * Returns the payments of a refund with what goes to the wallets in `split`; reads only. Refused: 'refundAboveMethod' when less is given back by gift card
 * than the wallets get.
 */
export async function planWalletRefund(
  tx: OutletTx,
  paid: Bill,
  payments: readonly CheckedTender[],
  split: readonly WalletAmount[],
): Promise<WalletRefund> {
  const first = split.reduce((sum, { amount }) => sum + amount, 0);
  if (first === 0) return { payments, entries: [] };
  const sent = payments.filter(({ method }) => method === 'GiftCard');
  const given = -sent.reduce((sum, { amount }) => sum + amount, 0);
  if (given < first)
    throw refused('refundAboveMethod', {
      message: `Give ${formatMoney(laari(first))} back to the gift card that paid`,
      extra: { method: 'GiftCard', left: first, bill: paid },
    });
  const wallets = await walletsById(
    tx,
    split.map(({ walletId }) => walletId),
  );
  const model = sent[0] as CheckedTender;
  const parts: (PaidBack &
    Pick<WalletRefund['entries'][number], 'follow'> & { readonly entryId: number; readonly row: WalletRow })[] = [];
  for (const [index, { walletId, amount }] of split.entries()) {
    const row = wallets.get(walletId);
    if (!row) throw new Error('A wallet that paid is there');
    const key = index === 0 ? model.key : derivedKey(`wallet ${index} ${model.key}`);
    const follow = await planFollow(tx, row);
    const { last4, balance } = follow?.to ?? row;
    const wallet = { id: row.id, last4, left: balance + amount };
    const part = { ...model, key, amount: -amount, tendered: -amount, change: 0, wallet };
    parts.push({ ...part, follow, entryId: await tx.nextId('wallet_entry'), row });
  }
  const others = payments.filter(({ method }) => method !== 'GiftCard');
  const plain = given - first;
  const rest =
    plain > 0 ? [{ ...model, key: derivedKey(`plain ${model.key}`), amount: -plain, tendered: -plain, change: 0 }] : [];
  return {
    payments: [...parts.map(({ entryId: _, row: __, follow: ___, ...part }) => part), ...rest, ...others],
    entries: parts.map(({ key, entryId, row, amount, follow }) => ({
      id: entryId,
      key,
      wallet: row,
      amount: -amount,
      follow,
    })),
  };
}

/** Writes the entries of a refund, in its transaction. */
export function writeWalletRefund(tx: OutletTx, actor: BillActor, bill: Bill, { entries }: WalletRefund): void {
  // Two of the cards may have been replaced by one.
  const rows = new Map<number, WalletRow>();
  for (const { wallet, follow, ...entry } of entries) {
    const move = {
      ...entry,
      type: 'Refund' as const,
      at: tx.now,
      businessDate: bill.businessDate ?? '',
      billId: bill.id,
      shiftId: bill.shiftId,
      reference: bill.invoiceNumber ?? '',
      author: actor,
    };
    const from = writeEntry(tx, rows.get(wallet.id) ?? wallet, move);
    const to = follow && (rows.get(follow.to.id) ?? follow.to);
    const changed = follow && to ? writeFollow(tx, from, { ...follow, to }, move) : [from];
    for (const row of changed) rows.set(row.id, row);
  }
}
