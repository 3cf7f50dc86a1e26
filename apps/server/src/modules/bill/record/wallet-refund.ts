/** Gives refunds back to the wallets that paid, before anything is paid out. Source: R22.7, docs/rules.md#wallets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { CheckedTender } from '@atoll/domain/payment/check-tender';
import { isWalletMethod, type WalletMethod, walletMethods } from '@atoll/domain/payment/methods';
import type { PaidWallet } from '@atoll/domain/payment/payment';
import type { WalletAmount } from '@atoll/domain/payment/wallet-split';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import {
  type CreditPlan,
  planCredit,
  planFollow,
  setStatus,
  walletsById,
  writeCredit,
  writeEntry,
  writeFollow,
} from '../../wallet/service.ts';
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
  /** Store credit that is given, by the key of its payment. */
  readonly credit: (CreditPlan & { readonly key: string }) | null;
}

interface Refunding {
  /** The bill that is refunded. */
  readonly paid: Bill;
  /** The customer to whom it belongs now; 0: none. */
  readonly customerId: number;
  readonly author: BillActor;
  readonly hasWallets: boolean;
  readonly inputs: readonly PaymentInput[];
  /** What goes to each wallet that paid. */
  readonly split: readonly WalletAmount[];
}

/**
 * Returns the payments of a refund with what goes to the wallets that paid, and with the store credit that it gives; reads only. Refused:
 * 'refundAboveMethod' when less is given back by their method than the wallets get, 'paymentMethodUnknown' for store credit without wallets, and as
 * `planCredit`.
 */
export async function planWalletRefund(
  tx: OutletTx,
  payments: readonly CheckedTender[],
  how: Refunding,
): Promise<WalletRefund> {
  const { paid, split } = how;
  const methods = new Map(
    paid.payments.flatMap(({ method, wallet }) => (wallet ? [[wallet.id, method] as const] : [])),
  );
  const all: WalletRefund[] = [];
  for (const method of walletMethods) {
    const sent = payments.filter((one) => one.method === method);
    const parts = split.filter(({ walletId }) => (methods.get(walletId) ?? 'GiftCard') === method);
    all.push(await planMethod(tx, { method, sent, parts }, how));
  }
  const others = payments.filter(({ method }) => !isWalletMethod(method));
  return {
    payments: [...all.flatMap((one) => one.payments), ...others],
    entries: all.flatMap(({ entries }) => entries),
    credit: all.find(({ credit }) => credit)?.credit ?? null,
  };
}

interface ByMethod {
  readonly method: WalletMethod;
  readonly sent: readonly CheckedTender[];
  readonly parts: readonly WalletAmount[];
}

async function planMethod(
  tx: OutletTx,
  { method, sent, parts: split }: ByMethod,
  how: Refunding,
): Promise<WalletRefund> {
  const first = split.reduce((sum, { amount }) => sum + amount, 0);
  const given = -sent.reduce((sum, { amount }) => sum + amount, 0);
  if (given < first)
    throw refused('refundAboveMethod', {
      message: `Give ${formatMoney(laari(first))} back to the gift card that paid`,
      extra: { method, left: first, bill: how.paid },
    });
  const [model] = sent;
  if (model === undefined) return { payments: [], entries: [], credit: null };
  const wallets = await walletsById(
    tx,
    split.map(({ walletId }) => walletId),
  );
  const parts: (WalletRefund['entries'][number] & { readonly payment: PaidBack })[] = [];
  for (const [index, { walletId, amount }] of split.entries()) {
    const row = wallets.get(walletId);
    if (!row) throw new Error('A wallet that paid is there');
    const key = index === 0 ? model.key : derivedKey(`wallet ${index} ${model.key}`);
    const follow = await planFollow(tx, row);
    const { last4, balance } = follow?.to ?? row;
    const wallet = { id: row.id, last4, left: balance + amount };
    const payment = { ...model, key, amount: -amount, tendered: -amount, change: 0, wallet };
    parts.push({ payment, key, amount, follow, id: await tx.nextId('wallet_entry'), wallet: row });
  }
  const rest = given - first;
  const key = first > 0 ? derivedKey(`plain ${model.key}`) : model.key;
  const plain = { ...model, key, amount: -rest, tendered: -rest, change: 0 };
  const credit = rest > 0 && method === 'StoreCredit' ? await creditFor(tx, plain, how) : null;
  const named = credit && { id: credit.wallet.id, last4: credit.wallet.last4, left: credit.wallet.balance + rest };
  return {
    payments: [
      ...parts.map(({ payment }) => payment),
      ...(rest > 0 ? [{ ...plain, ...(named && { wallet: named }) }] : []),
    ],
    entries: parts.map(({ payment: _, ...entry }) => entry),
    credit: credit && { ...credit, key },
  };
}

/** Plans the store credit that a refund gives. */
function creditFor(tx: OutletTx, { key, amount }: CheckedTender, how: Refunding): Promise<CreditPlan> {
  const wanted = how.inputs.find(({ credit }) => credit)?.credit;
  if (!how.hasWallets) throw refused('paymentMethodUnknown');
  const whose = { card: wanted?.card, customerId: wanted ? how.customerId : 0 };
  return planCredit(tx, how.author, { key: derivedKey(`credit ${key}`), amount: -amount, ...whose });
}

/** Writes the entries of a refund, in its transaction. */
export function writeWalletRefund(tx: OutletTx, actor: BillActor, bill: Bill, { entries, credit }: WalletRefund): void {
  // Two of the cards may have been replaced by one.
  const rows = new Map<number, WalletRow>();
  const about = {
    at: tx.now,
    businessDate: bill.businessDate ?? '',
    billId: bill.id,
    shiftId: bill.shiftId,
    reference: bill.invoiceNumber ?? '',
    author: actor,
  };
  for (const { wallet, follow, ...entry } of entries) {
    const move = { ...about, ...entry, type: 'Refund' as const };
    const from = writeEntry(tx, rows.get(wallet.id) ?? wallet, move);
    const to = follow && (rows.get(follow.to.id) ?? follow.to);
    const changed = follow && to ? writeFollow(tx, from, { ...follow, to }, move) : [from];
    for (const row of changed) rows.set(row.id, row);
    reopen(tx, actor, changed.at(-1) ?? from);
  }
  if (credit) {
    const { key, wallet, ...plan } = credit;
    writeCredit(tx, { ...plan, wallet: rows.get(wallet.id) ?? wallet }, { ...about, key });
  }
}

/** Opens a card that was paid out or taken off since: else nobody could spend what was refunded to it, or give it back. */
function reopen(tx: OutletTx, actor: BillActor, wallet: WalletRow): void {
  if (wallet.status === 'Closed') setStatus(tx, actor, wallet, { status: 'Active' }, 'Refund');
}
