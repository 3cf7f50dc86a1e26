/** Holds: what payment lines keep of a balance for 15 minutes, so that two tills never spend it together. Source: R22.4, docs/rules.md#wallets. */
import type * as contract from '@atoll/domain/contract/people/wallet';
import type { AnswerOf, BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatDate } from '@atoll/domain/date/format';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { readCode, soldCardOf } from '@atoll/domain/wallet/code';
import { hasExpired } from '@atoll/domain/wallet/expiry';
import { holdMs } from '@atoll/domain/wallet/wallet';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { creditOf, depositOf } from './credit.ts';
import type { WalletRow } from './entry.ts';

type HoldInput = BodyOf<typeof contract.holdWallet>;
type Held = AnswerOf<typeof contract.holdWallet>;

/** A hold proves that the code was known, also for a payment that arrives weeks later. */
const keptMs = 60 * 86_400_000;

/** Returns what other payments hold of each wallet now. */
export async function heldByOthers(
  { db, head, clockNow }: OutletTx,
  walletIds: readonly number[],
  keys: readonly string[],
): Promise<Map<number, number>> {
  if (walletIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('wallet_hold')
    .select(['wallet_id', 'key', 'amount'])
    .where('outlet_id', '=', head.outletId)
    .where('wallet_id', 'in', [...new Set(walletIds)])
    .where('expires_at', '>', clockNow)
    .execute();
  const own = new Set(keys);
  const held = new Map<number, number>();
  for (const { wallet_id, key, amount } of rows)
    if (!own.has(key)) held.set(wallet_id, (held.get(wallet_id) ?? 0) + amount);
  return held;
}

/** Throws the refusal of a wallet that pays nothing. */
export async function checkSpendable(tx: OutletTx, { status, expires_on }: WalletRow): Promise<void> {
  if (expires_on !== null && hasExpired(expires_on, await todayOf(tx.db, tx.head.outletId, tx.now)))
    throw refused('walletBlocked', { message: `This card expired on ${formatDate(expires_on)}` });
  if (status === 'Blocked') throw refused('walletBlocked');
  if (status !== 'Active') throw refused('walletUnknown');
}

/** Returns the refusal of a wallet without enough on it. */
export const short = (left: number) =>
  refused('walletShort', { message: `The card has ${formatMoney(laari(Math.max(0, left)))} left`, extra: { left } });

/** Returns the refusal of a payment without the server above the limit. */
export const aboveOffline = (limit: number) =>
  refused('walletOffline', {
    message: `Without the server a card pays up to ${formatMoney(laari(limit))}`,
    extra: { limit },
  });

function walletByHash({ db, head }: OutletTx, hash: string): Promise<WalletRow | undefined> {
  const wallets = db.selectFrom('wallet').selectAll().where('outlet_id', '=', head.outletId);
  return wallets.where('code_hash', '=', hash).executeTakeFirst();
}

/** Holds the smaller of the amount and what is left. Refused: 'walletUnknown', 'walletBlocked', 'walletShort', 'keyReused'. */
export function holdWallet(store: Store, actor: Pick<Actor, 'outletId' | 'deviceId'>, input: HoldInput): Promise<Held> {
  const code = readCode(input.code ?? '');
  const { customerId = 0 } = input;
  const orderKey = input.orderKey?.toLowerCase();
  if (code === null && customerId === 0 && !orderKey) throw refused('walletUnknown');
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { outletId } = tx.head;
    const wallet = orderKey
      ? await depositOf(tx, orderKey)
      : code === null
        ? await creditOf(tx, customerId)
        : await walletByHash(tx, soldCardOf(code).hash);
    if (!wallet) throw refused('walletUnknown');
    await checkSpendable(tx, wallet);
    const known = await tx.db
      .selectFrom('wallet_hold')
      .select('wallet_id')
      .where('outlet_id', '=', outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known && known.wallet_id !== wallet.id) throw refused('keyReused');
    const lost = await lostHolds(tx, wallet.id, actor.deviceId, input);
    const others = await heldByOthers(tx, [wallet.id], [key, ...lost]);
    const left = wallet.balance - (others.get(wallet.id) ?? 0);
    if (left <= 0) throw short(left);
    const amount = Math.min(input.amount, left);
    endHolds(tx, lost);
    const ofCustomer = code === null && !orderKey ? customerId : 0;
    writeHold(tx, {
      key,
      walletId: wallet.id,
      customerId: ofCustomer,
      amount,
      billKey: input.billKey,
      deviceId: actor.deviceId,
    });
    return { id: wallet.id, kind: wallet.kind, last4: wallet.last4, left, held: amount };
  });
}

/** Returns the keys of what a till holds of a wallet for a bill and has no payment for: its page was loaded again, or it never got the answer. */
async function lostHolds(
  { db, head, clockNow }: OutletTx,
  walletId: number,
  deviceId: string | null,
  { billKey, beside }: HoldInput,
): Promise<readonly string[]> {
  if (!beside || deviceId === null) return [];
  const rows = await db
    .selectFrom('wallet_hold')
    .select('key')
    .where('outlet_id', '=', head.outletId)
    .where('wallet_id', '=', walletId)
    .where('bill_key', '=', billKey)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', clockNow)
    .execute();
  const kept = new Set(beside.map((each) => each.toLowerCase()));
  return rows.flatMap(({ key }) => (kept.has(key) ? [] : [key]));
}

/** Ends holds. They still prove that the code was known. */
function endHolds(tx: OutletTx, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const holds = tx.db.updateTable('wallet_hold').set({ expires_at: tx.clockNow });
  tx.write(holds.where('outlet_id', '=', tx.head.outletId).where('key', 'in', keys));
}

function writeHold(
  tx: OutletTx,
  hold: { key: string; walletId: number; customerId: number; amount: number; billKey: string; deviceId: string | null },
): void {
  const { db, head, clockNow } = tx;
  const expires_at = clockNow + holdMs;
  const row = {
    outlet_id: head.outletId,
    key: hold.key,
    wallet_id: hold.walletId,
    amount: hold.amount,
    customer_id: hold.customerId,
    bill_key: hold.billKey,
    device_id: hold.deviceId,
    expires_at,
  };
  tx.write(
    db
      .insertInto('wallet_hold')
      .values(row)
      .onConflict((on) => on.columns(['outlet_id', 'key']).doUpdateSet({ amount: row.amount, expires_at })),
  );
  tx.write(
    db
      .deleteFrom('wallet_hold')
      .where('outlet_id', '=', head.outletId)
      .where('wallet_id', '=', hold.walletId)
      .where('expires_at', '<', clockNow - keptMs),
  );
}

/** Ends a hold. */
export function releaseWallet(store: Store, { outletId }: Actor, holdKey: string): Promise<{ key: string }> {
  const key = holdKey.toLowerCase();
  return store.writeOutlet(outletId, async (tx) => {
    endHolds(tx, [key]);
    return { key };
  });
}
