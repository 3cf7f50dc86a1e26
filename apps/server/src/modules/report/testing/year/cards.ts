/** Gift cards, store credit and deposits of the year of trade. */
import type { BillItemInput, PaymentInput } from '@atoll/domain/contract/bill/bill';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { expect } from 'vitest';
import { newKey } from '../../../bill/testing/shop.ts';
import { payOutWalletInCash } from '../../../shift/wallet-payout.ts';
import { adjustWallet, blockWallet, replaceWallet } from '../../../wallet/change.ts';
import { holdWallet } from '../../../wallet/hold.ts';
import { expireWallet } from '../../../wallet/payout.ts';
import { balanceOf, count, type WalletBook, type WalletEntry } from './books.ts';
import { dayOf } from './calendar.ts';
import type { Item } from './law.ts';
import { below, happens, type Open, pick, storeAt, type Year } from './state.ts';

export const someCode = (year: Year): string => newCode(Uint8Array.from({ length: 12 }, () => below(year, 256)));

/** The codes of cards that open bills sell, by key of the line. */
const codes = new Map<string, string>();

/** Returns a line that sells a card. */
export function cardToSell(year: Year): { readonly item: Item; readonly sent: BillItemInput } {
  const code = someCode(year);
  const amount = 1000 * (1 + below(year, 40)) + below(year, 100);
  const item: Item = {
    key: newKey(),
    place: 1e6,
    itemId: 0,
    name: 'Gift card',
    size: '',
    qty: 1000,
    price: amount,
    options: 0,
    mode: 'Exempt',
    rate: 0,
    isBillRate: false,
    isCharged: false,
    isWeighed: false,
    cap: null,
    off: null,
    isComp: false,
    isVoid: false,
    isCard: true,
  };
  codes.set(item.key, code);
  return {
    item,
    sent: { key: item.key, index: item.place, menuItemId: 0, qty: 1, sellingPrice: amount, card: soldCardOf(code) },
  };
}

const walletRow = (year: Year, at: number, code: string, orderKey = '') =>
  storeAt(year, at).readOutlet(year.shop.shop.outletId, (db) => {
    const wallets = db.selectFrom('wallet').select(['id', 'last4']).where('outlet_id', '=', year.shop.shop.outletId);
    const found =
      code === '' ? wallets.where('order_key', '=', orderKey) : wallets.where('code_hash', '=', soldCardOf(code).hash);
    return found.orderBy('id', 'desc').executeTakeFirstOrThrow();
  });

export function write(year: Year, id: number, entry: WalletEntry): void {
  const wallet = year.books.wallets.get(id);
  if (!wallet) throw new Error(`Nobody knows the wallet ${id}`);
  wallet.entries.push(entry);
  count(year.books, `${wallet.kind} ${entry.type}`);
}

/** Adds a wallet that the server has just made. */
export async function addWallet(
  year: Year,
  at: number,
  of: Pick<WalletBook, 'kind' | 'code'> & Partial<WalletBook>,
): Promise<WalletBook> {
  const row = await walletRow(year, at, of.code, of.orderKey);
  const wallet: WalletBook = {
    soldOn: dayOf(at),
    customerId: 0,
    orderKey: '',
    entries: [],
    isClosed: false,
    nextId: null,
    ...row,
    ...of,
    last4: row.last4,
  };
  year.books.wallets.set(wallet.id, wallet);
  return wallet;
}

export async function issueCard(year: Year, { key, price }: Item, at: number): Promise<void> {
  const code = codes.get(key) ?? '';
  codes.delete(key);
  const { id } = await addWallet(year, at, {
    kind: 'GiftCard',
    code,
    isForgotten: year.books.wallets.size < 2 || happens(year, 0.3),
  });
  write(year, id, { day: dayOf(at), type: 'Issue', amount: price });
}

/** A card that was sold pays until the same day of the next month. */
export function isExpired({ kind, soldOn }: WalletBook, day: string): boolean {
  if (kind !== 'GiftCard') return false;
  const [year = 0, month = 0, date = 0] = soldOn.split('-').map(Number);
  const most = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, most))).toISOString().slice(0, 10) < day;
}

const spendable = ({ books }: Year, day: string): WalletBook[] =>
  [...books.wallets.values()].filter(
    (wallet) =>
      !wallet.isClosed &&
      !wallet.isForgotten &&
      wallet.kind !== 'Deposit' &&
      balanceOf(wallet) > 0 &&
      !isExpired(wallet, day),
  );

/** Returns a payment by a card, or by the store credit of the guest, of what it holds at most. */
export async function payByWallet(
  year: Year,
  { bill, guest }: Pick<Open, 'bill' | 'guest'>,
  due: number,
  at: number,
): Promise<PaymentInput | undefined> {
  const usable = spendable(year, dayOf(at)).filter(({ customerId }) => customerId === 0 || customerId === guest?.id);
  if (usable.length === 0) return undefined;
  const wallet = pick(year, usable);
  const most = Math.min(due, balanceOf(wallet));
  const amount = happens(year, 0.6) ? most : 1 + below(year, most);
  return holdFor(year, wallet, bill.key, amount, at);
}

export async function holdFor(
  year: Year,
  wallet: WalletBook,
  billKey: string,
  amount: number,
  at: number,
): Promise<PaymentInput> {
  const { code, customerId, orderKey, kind } = wallet;
  const holdKey = newKey();
  const how = code !== '' ? { code } : orderKey !== '' ? { orderKey } : { customerId };
  const held = await holdWallet(storeAt(year, at), year.shop.admin, { key: holdKey, ...how, billKey, amount });
  expect([held.id, held.kind, held.left, held.held]).toEqual([wallet.id, kind, balanceOf(wallet), amount]);
  return { key: newKey(), method: kind, amount, wallet: { id: held.id, last4: held.last4, holdKey } };
}

export const redeem = (year: Year, id: number, amount: number, at: number): void =>
  write(year, id, { day: dayOf(at), type: 'Redeem', amount: -amount });

/** Gives money back to a card; that of one that was replaced moves on. */
export function giveBack(year: Year, id: number, amount: number, at: number): void {
  const day = dayOf(at);
  write(year, id, { day, type: 'Refund', amount });
  for (let from = year.books.wallets.get(id); from?.nextId; from = year.books.wallets.get(from.nextId)) {
    write(year, from.id, { day, type: 'MoveOut', amount: -amount });
    write(year, from.nextId ?? 0, { day, type: 'MoveIn', amount });
  }
}

type Work = (year: Year, wallet: WalletBook, at: number) => Promise<void>;

const replace: Work = async (year, wallet, at) => {
  const code = someCode(year);
  const amount = balanceOf(wallet);
  await replaceWallet(storeAt(year, at), year.shop.admin, {
    key: newKey(),
    id: wallet.id,
    card: soldCardOf(code),
    reason: 'Lost',
  });
  const { kind, soldOn, orderKey, customerId } = wallet;
  const next = await addWallet(year, at, { kind, code, soldOn, orderKey, customerId });
  write(year, wallet.id, { day: dayOf(at), type: 'MoveOut', amount: -amount });
  write(year, next.id, { day: dayOf(at), type: 'MoveIn', amount });
  wallet.isClosed = true;
  wallet.nextId = next.id;
};

const payOut: Work = async (year, wallet, at) => {
  const amount = balanceOf(wallet);
  const reason = 'Brought back';
  await payOutWalletInCash(storeAt(year, at), year.shop.admin, { key: newKey(), id: wallet.id, reason });
  write(year, wallet.id, { day: dayOf(at), type: 'PayOut', amount: -amount });
  year.books.cash.push({ at, day: dayOf(at), shift: year.shift, kind: 'Out', amount, reason });
  wallet.isClosed = true;
};

const adjust: Work = async (year, wallet, at) => {
  const amount = happens(year, 0.5) ? 1 + below(year, 500) : -1 - below(year, balanceOf(wallet) + 300);
  await adjustWallet(storeAt(year, at), year.shop.admin, {
    key: newKey(),
    id: wallet.id,
    amount,
    reason: 'Wrong amount',
  });
  write(year, wallet.id, { day: dayOf(at), type: 'Adjust', amount });
};

const block: Work = async (year, wallet, at) => {
  for (const isBlocked of [true, false])
    await blockWallet(storeAt(year, at), year.shop.admin, { id: wallet.id, isBlocked, reason: 'Not found' });
};

const expire: Work = async (year, wallet, at) => {
  const reason = 'Never used';
  await expireWallet(storeAt(year, at), year.shop.admin, { key: newKey(), id: wallet.id, reason });
  write(year, wallet.id, { day: dayOf(at), type: 'Expire', amount: -balanceOf(wallet), reason });
  wallet.isClosed = true;
};

/** What a person does in the office with some card. */
export async function officeWork(year: Year, at: number): Promise<void> {
  const known = [...year.books.wallets.values()].filter(
    (wallet) => !wallet.isClosed && wallet.kind !== 'Deposit' && balanceOf(wallet) > 0,
  );
  const old = known.filter((wallet) => wallet.kind === 'GiftCard' && isExpired(wallet, dayOf(at)));
  if (old.length > 0) await expire(year, pick(year, old), at);
  const usable = spendable(year, dayOf(at)).filter(({ customerId, code }) => customerId === 0 && code !== '');
  if (usable.length > 0) await pick(year, [replace, payOut, adjust, block])(year, pick(year, usable), at);
}
