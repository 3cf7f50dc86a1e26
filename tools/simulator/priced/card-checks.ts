/** What must be true of gift cards when everything has arrived. Source: R22.1–R22.7. */
import { createHash } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Shop } from '../../../apps/server/src/modules/bill/testing/shop.ts';
import type { CardPayment, PricedMemory } from './memory.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const isPaid = ({ status, isVoid }: Bill): boolean => status === 'Complete' && !isVoid;
const sumOf = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

interface Known {
  readonly memory: PricedMemory;
  /** Codes of all cards, sold or not. */
  readonly codes: readonly string[];
  /** The setting WalletOfflineLimit. */
  readonly offlineLimit: number;
}

/** Returns what does not hold as sentences. */
export async function brokenCards(shop: Shop, bills: readonly Bill[], known: Known): Promise<string[]> {
  const rows = await rowsOf(shop);
  const paid = bills.filter(isPaid);
  const payments = paid.flatMap((bill) => bill.payments);
  const broken: string[] = [];
  for (const { id, code_hash, last4, balance } of rows.wallets) {
    const own = rows.entries.filter((entry) => entry.wallet_id === id);
    if (balance !== sumOf(own)) broken.push(`card ${last4} has ${balance}, its entries add up to ${sumOf(own)}`);
    const sold = paid.flatMap(({ items }) =>
      items.flatMap((item) => (item.card?.hash === code_hash && !item.isVoid ? [{ amount: item.sellingPrice }] : [])),
    );
    const used = payments.filter(({ wallet }) => wallet?.id === id);
    if (sold.length !== 1) broken.push(`card ${last4} was sold ${sold.length} times`);
    if (balance !== sumOf(sold) - sumOf(used))
      broken.push(`card ${last4} has ${balance}, sold for ${sumOf(sold)}, bills took ${sumOf(used)}`);
    const isApart = own.some((entry) => entry.type === 'Redeem' && entry.balance_after < 0);
    const isOffline = known.memory.cardPayments.some((one) => one.walletId === id && one.isOffline);
    if (isApart && !isOffline) broken.push(`card ${last4} was spent below 0 with the server`);
    if (!isOffline && known.memory.shortHolds.includes(id)) broken.push(`card ${last4} was held and then too short`);
  }
  broken.push(...untold(rows), ...brokenRefunds(paid, rows.entries), ...shownCodes(rows, bills, known.codes));
  for (const payment of known.memory.cardPayments.filter((one) => one.isOffline))
    if (!isCovered(payment, known))
      broken.push(`till ${payment.till} took ${payment.amount} of a card without the server`);
  return broken;
}

const rowsOf = ({ store, outletId }: Shop) =>
  store.readOutlet(outletId, async (db) => ({
    wallets: await db.selectFrom('wallet').selectAll().where('outlet_id', '=', outletId).execute(),
    entries: await db.selectFrom('wallet_entry').selectAll().where('outlet_id', '=', outletId).execute(),
    notices: await db.selectFrom('notice').selectAll().where('outlet_id', '=', outletId).execute(),
    history: await db.selectFrom('history').select('data').where('outlet_id', '=', outletId).execute(),
  }));

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** R22.6: each payment that left a card below 0 is told, with the card and the amount. */
function untold({ wallets, entries, notices }: Rows): string[] {
  return entries
    .filter(({ type, balance_after }) => type === 'Redeem' && balance_after < 0)
    .flatMap(({ wallet_id, balance_after }) => {
      const last4 = wallets.find(({ id }) => id === wallet_id)?.last4 ?? '?';
      const amount = formatMoney(laari(-balance_after));
      const isTold = notices.some(({ title, body }) => title.includes(last4) && body.includes(`${amount} below 0`));
      return isTold ? [] : [`nobody was told that card ${last4} is ${amount} below 0`];
    });
}

/** R22.7: refunds of a bill go to the cards that paid, up to what they paid, before anything is paid out. */
function brokenRefunds(paid: readonly Bill[], entries: Rows['entries']): string[] {
  return paid.flatMap((bill) => {
    const refunds = paid.filter(({ refundOfId }) => refundOfId !== null && refundOfId === bill.id);
    if (refunds.length === 0) return [];
    const ids = new Set(refunds.map(({ id }) => id));
    const back = sumOf(entries.filter(({ type, bill_id }) => type === 'Refund' && ids.has(bill_id)));
    const byCards = sumOf(bill.payments.filter(({ wallet }) => wallet));
    const due = -sumOf(refunds.flatMap(({ payments }) => payments));
    const right = Math.min(due, byCards);
    return back === right ? [] : [`a refund of bill ${bill.number} gave the cards ${back} instead of ${right}`];
  });
}

/** The bill that sold a card has the hash of the hash of its code; code and hash stand nowhere. */
function shownCodes({ wallets, history }: Rows, bills: readonly Bill[], codes: readonly string[]): string[] {
  const stored = `${JSON.stringify(bills)} ${history.map(({ data }) => data).join(' ')}`;
  const hashes = new Set(codes.map((code) => sha256(sha256(code))));
  return [
    ...codes
      .filter((code) => stored.includes(code) || stored.includes(sha256(code)))
      .map(() => 'the code of a card stands in what is stored'),
    ...wallets
      .filter(({ code_hash }) => !hashes.has(code_hash))
      .map(({ last4 }) => `card ${last4} has the hash of no code`),
  ];
}

const keptMs = 72 * 3_600_000;
/** Clocks of tills are wrong by so much at most. */
const skewMs = 120_000;

/** R22.5: a balance that the server sent to the till in the last 72 hours, and the limit, cover what the till took since. */
function isCovered(payment: CardPayment, { memory, offlineLimit }: Known): boolean {
  const { till, walletId, at, order } = payment;
  return payment.sent.some((sent) => {
    const balance = sent.balances.get(walletId);
    if (sent.till !== till || balance === undefined || sent.order > order || at - sent.at > keptMs + skewMs)
      return false;
    const since = memory.cardPayments.filter(
      (one) => one.till === till && one.walletId === walletId && one.order > sent.order && one.order <= order,
    );
    return sumOf(since) <= Math.min(balance, offlineLimit);
  });
}
