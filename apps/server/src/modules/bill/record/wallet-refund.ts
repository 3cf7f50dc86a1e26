/** Gives refunds back to the wallets that paid, before anything is paid out. Source: R22.7, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { PaidWallet } from '@atoll/domain/payment/payment';
import type { CheckedTender } from '@atoll/domain/payment/tender';
import type { WalletAmount } from '@atoll/domain/payment/wallet-split';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { walletsById, writeEntry } from '../../wallet/service.ts';
import type { BillActor } from '../input/actor.ts';

type WalletRow = Parameters<typeof writeEntry>[1];
type PaidBack = CheckedTender & { readonly wallet?: PaidWallet | undefined };

/** What a refund writes: its payments, a payment by gift card for each wallet that gets something. */
export interface WalletRefund {
  readonly payments: readonly PaidBack[];
  readonly entries: readonly {
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
  const parts: (PaidBack & { readonly entryId: number; readonly row: WalletRow })[] = [];
  for (const [index, { walletId, amount }] of split.entries()) {
    const row = wallets.get(walletId);
    if (!row) throw new Error('A wallet that paid is there');
    const key = index === 0 ? model.key : derivedKey(`wallet ${index} ${model.key}`);
    const wallet = { id: row.id, last4: row.last4, left: row.balance + amount };
    const part = { ...model, key, amount: -amount, tendered: -amount, change: 0, wallet };
    parts.push({ ...part, entryId: await tx.nextId('wallet_entry'), row });
  }
  const others = payments.filter(({ method }) => method !== 'GiftCard');
  const plain = given - first;
  const rest =
    plain > 0 ? [{ ...model, key: derivedKey(`plain ${model.key}`), amount: -plain, tendered: -plain, change: 0 }] : [];
  return {
    payments: [...parts.map(({ entryId: _, row: __, ...part }) => part), ...rest, ...others],
    entries: parts.map(({ key, entryId, row, amount }) => ({ id: entryId, key, wallet: row, amount: -amount })),
  };
}

/** Writes the entries of a refund, in its transaction. */
export function writeWalletRefund(tx: OutletTx, actor: BillActor, bill: Bill, { entries }: WalletRefund): void {
  for (const { wallet, ...entry } of entries)
    writeEntry(tx, wallet, {
      ...entry,
      type: 'Refund',
      at: tx.now,
      businessDate: bill.businessDate ?? '',
      billId: bill.id,
      shiftId: bill.shiftId,
      reference: bill.invoiceNumber ?? '',
      author: { userId: actor.userId, name: actor.name, deviceId: actor.deviceId },
    });
}
