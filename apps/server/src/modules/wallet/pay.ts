/** What a payment moves on wallets: cards that the bill sells are issued, wallets that pay are redeemed. Source: R22.2–R22.4, R22.14, docs/rules.md#wallets. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { soldCards } from '@atoll/domain/bill/card/sold-card';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { type SettingEntry, settingOf } from '@atoll/domain/outlet/settings';
import type { PaidWallet } from '@atoll/domain/payment/payment';
import { cardHash } from '@atoll/domain/wallet/code';
import { expiryOf } from '@atoll/domain/wallet/expiry';
import type { WalletKind } from '@atoll/domain/wallet/wallet';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { depositOf, newCard } from './credit.ts';
import { type WalletAuthor, type WalletRow, walletsById, writeEntry } from './entry.ts';
import { aboveOffline, checkSpendable, heldByOthers, short } from './hold.ts';
import { tellOverdrawn } from './overdrawn.ts';

/** A redemption, found before anything is written. */
interface Redemption {
  readonly id: number;
  readonly key: string;
  readonly wallet: WalletRow;
  /** Null where the server was away. */
  readonly holdKey: string | null;
  readonly amount: number;
  /** Balance afterwards, laari. */
  readonly left: number;
}

/** What a line that sells a card or takes a deposit will write. */
interface Issue {
  readonly walletId: number;
  readonly entryId: number;
  /** The deposit of the order, which is raised; null: a new wallet. */
  readonly raised: WalletRow | null;
}

/** What the payment of a bill will write. */
export interface WalletPlan {
  readonly redemptions: readonly Redemption[];
  /** Ids of the new wallets and their entries, by key of the line. */
  readonly issues: ReadonlyMap<string, Issue>;
  /** The wallets that pay, by key of the payment. */
  readonly paidBy: ReadonlyMap<string, { readonly wallet: PaidWallet }>;
}

interface HowPaid {
  /** The payment arrived late: it was taken without the server and stands, also below 0 or on a blocked card. */
  readonly wasTaken: boolean;
  /** The setting WalletOfflineLimit, laari. */
  readonly offlineLimit: number;
  /** The server itself names the wallets, as with a deposit that is kept. */
  readonly isOwn?: boolean;
}

/** Returns what the payment writes; reads only. Refused: 'walletUnknown', 'walletBlocked', 'walletShort', 'walletOffline'. */
export async function planWallets(
  tx: OutletTx,
  bill: Bill,
  payments: readonly PaymentInput[],
  how: HowPaid,
): Promise<WalletPlan> {
  const redemptions = await redemptionsOf(tx, bill, payments, how);
  const issues = new Map<string, Issue>();
  const raised = bill.order && soldCards(bill).some(isOrderDeposit) ? await depositOf(tx, bill.order.key) : undefined;
  await checkNew(tx, bill, raised);
  for (const item of soldCards(bill)) {
    const known = isOrderDeposit(item) ? (raised ?? null) : null;
    const walletId = known?.id ?? (await tx.nextId('wallet'));
    issues.set(item.key, { walletId, entryId: await tx.nextId('wallet_entry'), raised: known });
  }
  const paidBy = new Map(
    redemptions.map(({ key, wallet, left }) => [key, { wallet: { id: wallet.id, last4: wallet.last4, left } }]),
  );
  return { redemptions, issues, paidBy };
}

/** Returns whether a line takes the deposit of an order, which the server makes. */
const isOrderDeposit = ({ card, isAdvance }: BillItem): boolean => card !== undefined && isAdvance === true;

/** Refuses a bill whose cards were sold before. Refused: 'keyReused'. */
async function checkNew({ db, head }: OutletTx, bill: Bill, raised: WalletRow | undefined): Promise<void> {
  const hashes = soldCards(bill).flatMap(({ card }) => (card ? [card.hash] : []));
  if (hashes.length === 0) return;
  const known = await db
    .selectFrom('wallet')
    .select('id')
    .where('outlet_id', '=', head.outletId)
    .where('code_hash', 'in', hashes)
    .where('id', '<>', raised?.id ?? 0)
    .executeTakeFirst();
  if (known || new Set(hashes).size < hashes.length) throw refused('keyReused');
}

async function redemptionsOf(
  tx: OutletTx,
  { customerId, order }: Bill,
  payments: readonly PaymentInput[],
  { wasTaken, offlineLimit, isOwn }: HowPaid,
): Promise<readonly Redemption[]> {
  const used = payments.flatMap(({ key, method, amount, wallet }) =>
    wallet
      ? [
          {
            key,
            method,
            amount,
            holdKey: wallet.holdKey?.toLowerCase() ?? null,
            hash: wallet.codeHash,
            walletId: wallet.id,
          },
        ]
      : [],
  );
  if (used.length === 0) return [];
  const keys = used.flatMap(({ holdKey }) => (holdKey === null ? [] : [holdKey]));
  const proofs = await holdsOf(tx, keys);
  const wallets = await walletsById(
    tx,
    used.map(({ walletId }) => walletId),
  );
  const held = await heldByOthers(tx, [...wallets.keys()], keys);
  const redemptions: Redemption[] = [];
  for (const { key, method, amount, holdKey, hash, walletId } of used) {
    const wallet = wallets.get(walletId);
    const proof = proofs.find((one) => one.key === holdKey && one.wallet_id === walletId);
    // The credit of a customer pays their bills only, and the deposit of an order the bill that it becomes.
    const isHeld = isOwn || (proof !== undefined && (proof.customer_id === 0 || proof.customer_id === customerId));
    if (wallet?.order_key && wallet.order_key !== order?.key) throw refused('walletUnknown');
    const isOffline = holdKey === null && hash !== undefined && cardHash(hash) === wallet?.code_hash;
    if (!wallet || !(isHeld || isOffline)) throw refused('walletUnknown');
    if (wallet.kind !== method) throw refused('paymentMethodUnknown');
    const stands = wasTaken || isOffline;
    if (!stands) await checkSpendable(tx, wallet);
    const free = wallet.balance - (held.get(walletId) ?? 0);
    if (!stands && amount > free) throw short(free);
    const alike = used.filter((one) => one.walletId === walletId && one.holdKey === null);
    if (isOffline && !wasTaken && alike.reduce((sum, one) => sum + one.amount, 0) > offlineLimit)
      throw aboveOffline(offlineLimit);
    const left = wallet.balance - amount;
    redemptions.push({ id: await tx.nextId('wallet_entry'), key, wallet, holdKey, amount, left });
    wallets.set(walletId, { ...wallet, balance: left });
  }
  return redemptions;
}

/** Returns the wallets of these holds. */
async function holdsOf({ db, head }: OutletTx, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('wallet_hold')
    .select(['key', 'wallet_id', 'customer_id'])
    .where('outlet_id', '=', head.outletId)
    .where('key', 'in', keys)
    .execute();
}

interface HowWritten {
  readonly at: number;
  readonly author: WalletAuthor;
  readonly settings: readonly SettingEntry[];
  /** Absent: Redeem. */
  readonly type?: 'Redeem' | 'Forfeit';
}

/** Writes what was planned, in the transaction of the payment. */
export async function writeWallets(
  tx: OutletTx,
  bill: Bill,
  plan: WalletPlan,
  { at, author, settings, type = 'Redeem' }: HowWritten,
): Promise<void> {
  const expiryMonths = settingOf(settings, 'GiftCardExpiryMonths');
  const about = {
    at,
    author,
    businessDate: bill.businessDate ?? '',
    billId: bill.id,
    shiftId: bill.shiftId,
    reference: bill.invoiceNumber ?? '',
  };
  // A wallet that pays may be raised by the same bill.
  const after = new Map<number, WalletRow>();
  for (const { id, key, wallet, holdKey, amount, left } of plan.redemptions) {
    after.set(wallet.id, writeEntry(tx, wallet, { ...about, id, key, type, amount: -amount }));
    if (holdKey !== null)
      tx.write(
        tx.db
          .updateTable('wallet_hold')
          .set({ expires_at: tx.clockNow, amount: 0 })
          .where('outlet_id', '=', tx.head.outletId)
          .where('key', '=', holdKey),
      );
    if (left < 0) await tellOverdrawn(tx, author, bill, { wallet, left });
  }
  for (const { key, sellingPrice, card, isAdvance } of soldCards(bill)) {
    const ids = plan.issues.get(key);
    if (!ids || !card) throw new Error('A card that is sold was planned');
    const entry = { ...about, id: ids.entryId, key: derivedKey(`issue ${key}`), amount: sellingPrice };
    if (ids.raised) {
      writeEntry(tx, after.get(ids.raised.id) ?? ids.raised, { ...entry, type: 'Load' });
      continue;
    }
    const kind: WalletKind = card.kind ?? 'GiftCard';
    // A deposit is money of the guest: it does not expire.
    const expiresOn = kind === 'GiftCard' ? expiryOf(about.businessDate, expiryMonths) : null;
    const orderKey = isAdvance ? bill.order?.key : undefined;
    const made = { id: ids.walletId, key, card, kind, billId: bill.id, expiresOn };
    const wallet = newCard(tx, author, { ...made, ...(orderKey && { orderKey }) });
    tx.write(tx.db.insertInto('wallet').values(wallet));
    writeEntry(tx, wallet, { ...entry, type: 'Issue', isNew: true });
  }
}
