/** Refunds, exchanges and corrections of the year of trade. */
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { soldCardOf } from '@atoll/domain/wallet/code';
import { expect } from 'vitest';
import { correctPayment, refundBill } from '../../../bill/service.ts';
import { newKey } from '../../../bill/testing/shop.ts';
import { count, type Paid, type Payment, type Sale, type WalletBook } from './books.ts';
import { dayOf } from './calendar.ts';
import { addWallet, giveBack, someCode, write } from './cards.ts';
import { backOf, type Figures, half, sum, totalsOfBack } from './law.ts';
import { cashRounded, serve } from './serve.ts';
import { cashStep } from './shop.ts';
import { addPoints, below, compare, happens, moment, note, pick, storeAt, type Year } from './state.ts';

type Part = { readonly line: Figures; readonly qty: number };

const leftOf = ({ back }: Paid, { item, qty }: Figures): number => qty - (back.get(item.key) ?? 0);
const refundable = (paid: Paid): readonly Figures[] => paid.sale.totals.lines.filter((line) => leftOf(paid, line) > 0);

/** Returns some of what is left of a bill, or all of it. */
function someParts(year: Year, paid: Paid): { readonly parts: readonly Part[]; readonly isAll: boolean } {
  const lines = refundable(paid);
  if (happens(year, 0.4)) return { parts: lines.map((line) => ({ line, qty: leftOf(paid, line) })), isAll: true };
  const chosen = new Set(Array.from({ length: 1 + below(year, 2) }, () => pick(year, lines)));
  const parts = [...chosen].map((line) => {
    const left = leftOf(paid, line);
    return { line, qty: line.item.isWeighed ? 1 + below(year, left) : 1000 * (1 + below(year, left / 1000)) };
  });
  return { parts, isAll: false };
}

/** What was paid by each method and not given back, but cash. */
function leftByMethod({ payments, refunds }: Paid): Map<string, number> {
  const left = new Map<string, number>();
  for (const { method, amount } of [...payments, ...refunds.flatMap((refund) => refund.payments)])
    if (method !== 'Cash') left.set(method, (left.get(method) ?? 0) + amount);
  return left;
}

/** What each card paid and did not get back, in the order of the payments. */
function leftByWallet({ sale, refunds }: Paid): Map<number, number> {
  const left = new Map<number, number>();
  for (const { walletId, amount } of sale.payments)
    if (walletId) left.set(walletId, (left.get(walletId) ?? 0) + amount);
  for (const { walletId, amount } of refunds.flatMap((refund) => refund.payments))
    if (walletId && left.has(walletId)) left.set(walletId, (left.get(walletId) ?? 0) + amount);
  return left;
}

/** What a refund pays out, by whom. */
interface PayOut {
  readonly due: number;
  readonly toWallets: readonly { readonly walletId: number; readonly amount: number }[];
  readonly rest: { readonly method: string; readonly amount: number } | null;
}

/** First to the cards that paid; the rest in cash, which is rounded and never more than what is left, or by a method that paid it, or as store credit. */
function payOutOf(year: Year, paid: Paid, owed: number, most: number): PayOut {
  const toWallets: { walletId: number; amount: number }[] = [];
  let rest = owed;
  for (const [walletId, left] of leftByWallet(paid)) {
    const amount = Math.max(0, Math.min(left, rest));
    rest -= amount;
    if (amount > 0) toWallets.push({ walletId, amount });
  }
  if (rest === 0) return { due: owed, toWallets, rest: null };
  const methods = [...leftByMethod(paid)].filter(
    ([method, amount]) => ['Card', 'BankTransfer'].includes(method) && amount >= rest,
  );
  const method = happens(year, 0.15) ? 'StoreCredit' : pick(year, ['Cash', ...methods.map(([name]) => name)]);
  if (method !== 'Cash') return { due: owed, toWallets, rest: { method, amount: rest } };
  const near = cashRounded(rest);
  const cash = owed - rest + near > most ? Math.floor(rest / cashStep) * cashStep : near;
  return { due: owed - rest + cash, toWallets, rest: cash === 0 ? null : { method, amount: cash } };
}

/** Returns the payments that a till sends: one for each method. */
function inputsOf(year: Year, { toWallets, rest }: PayOut, paid: Paid, code: string): PaymentInput[] {
  const { books } = year;
  const byMethod = new Map<string, number>();
  for (const { walletId, amount } of toWallets) {
    const kind = books.wallets.get(walletId)?.kind ?? '';
    byMethod.set(kind, (byMethod.get(kind) ?? 0) + amount);
  }
  if (rest) byMethod.set(rest.method, (byMethod.get(rest.method) ?? 0) + rest.amount);
  const credit = paid.sale.customerId > 0 ? {} : { card: soldCardOf(code) };
  return [...byMethod].map(([method, amount]) => ({
    key: newKey(),
    method: method as PaymentInput['method'],
    amount,
    ...(rest?.method === 'StoreCredit' && method === 'StoreCredit' && { credit }),
  }));
}

/** Writes what a refund gave to cards and as store credit, and returns its payments. */
async function writePayOut(
  year: Year,
  { toWallets, rest }: PayOut,
  paid: Paid,
  { code, at }: { readonly code: string; readonly at: number },
): Promise<Payment[]> {
  const { wallets } = year.books;
  const payments: Payment[] = toWallets.map(({ walletId, amount }) => ({
    key: '',
    method: wallets.get(walletId)?.kind ?? '',
    amount: -amount,
    walletId,
  }));
  for (const { walletId, amount } of toWallets) giveBack(year, walletId, amount, at);
  if (!rest) return payments;
  if (rest.method !== 'StoreCredit') return [...payments, { key: '', method: rest.method, amount: -rest.amount }];
  const { customerId } = paid.sale;
  const mine = [...wallets.values()].find(
    (one: WalletBook) => customerId > 0 && one.customerId === customerId && !one.isClosed,
  );
  const wallet = mine ?? (await creditWallet(year, customerId, code, at));
  write(year, wallet.id, { day: dayOf(at), type: 'Load', amount: rest.amount });
  return [...payments, { key: '', method: 'StoreCredit', amount: -rest.amount, walletId: wallet.id }];
}

async function creditWallet(year: Year, customerId: number, code: string, at: number): Promise<WalletBook> {
  if (customerId === 0) return addWallet(year, at, { kind: 'StoreCredit', code });
  const { outletId } = year.shop.shop;
  const row = await storeAt(year, at).readOutlet(outletId, (db) =>
    db
      .selectFrom('wallet')
      .select(['id', 'last4'])
      .where('outlet_id', '=', outletId)
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow(),
  );
  const wallet: WalletBook = {
    ...row,
    kind: 'StoreCredit',
    code: '',
    soldOn: dayOf(at),
    customerId,
    orderKey: '',
    entries: [],
    isClosed: false,
    nextId: null,
  };
  year.books.wallets.set(row.id, wallet);
  return wallet;
}

/** What belongs to the quantities that came back, of points that were given for all. */
function pointsFor(
  points: number,
  lines: readonly Figures[],
  weigh: (line: Figures) => number,
  back: ReadonlyMap<string, number>,
): number {
  const all = sum(lines, weigh);
  const part = sum(lines, (line) => half(weigh(line), back.get(line.item.key) ?? 0, line.qty));
  return all === 0 ? 0 : half(points, part, all);
}

/** Returns the points that a refund takes and gives back. */
function pointsBack(
  { sale, earned, spent }: Paid,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
) {
  const lines = sale.totals.lines.filter(({ item }) => item.itemId > 0);
  const weights = [
    (line: Figures) => line.amount - line.discount,
    (line: Figures) => line.gross,
    (line: Figures) => line.qty,
  ];
  const weigh = weights.find((one) => lines.some((line) => one(line) > 0)) ?? (() => 0);
  const taken = pointsFor(earned, lines, weigh, after) - pointsFor(earned, lines, weigh, before);
  const given = [...spent].map(([id, points]) => {
    const share = (line: Figures) => sum(line.shares, (one) => (one.id === id ? one.amount : 0));
    return pointsFor(points, lines, share, after) - pointsFor(points, lines, share, before);
  });
  return { taken, given: sum(given, (points) => points) };
}

/** Refunds a bill, or a part of it. Returns false where nothing is left to pay out. */
export async function refund(year: Year, paid: Paid, at: number, isWhole = false): Promise<boolean> {
  const lines = refundable(paid);
  if (lines.length === 0) return false;
  const { parts, isAll } = isWhole
    ? { parts: lines.map((line) => ({ line, qty: leftOf(paid, line) })), isAll: true }
    : someParts(year, paid);
  const back = parts.map(({ line, qty }) => backOf(line, paid.back.get(line.item.key) ?? 0, qty));
  const totals = totalsOfBack(back);
  const before = new Map(paid.back);
  const after = new Map(before);
  for (const { line, qty } of parts) after.set(line.item.key, (after.get(line.item.key) ?? 0) + qty);
  const isFull = paid.sale.totals.lines.every(({ item, qty }) => (after.get(item.key) ?? 0) === qty);
  const most = sum(paid.payments, ({ amount }) => amount) - paid.sale.tip - paid.sale.totals.cards - paid.moneyBack;
  const owed = isFull ? most : Math.min(most, -totals.total);
  const out = payOutOf(year, paid, owed, most);
  const code = someCode(year);
  const payments = inputsOf(year, out, paid, code);
  if (payments.length === 0) return false;
  const reason = 'Cold';
  const bill = await refundBill(storeAt(year, at), year.shop.admin, {
    key: newKey(),
    billId: paid.sale.key,
    reason,
    payments,
    ...(!isAll && { items: parts.map(({ line, qty }) => ({ key: line.item.key, qty: qty / 1000 })) }),
  });
  compare('refund', bill, totals);
  const points = pointsBack(paid, before, after);
  expect([bill.points?.earned ?? 0, bill.points?.spent ?? 0]).toEqual([0 - points.taken, 0 - points.given]);
  for (const [key, qty] of after) paid.back.set(key, qty);
  paid.moneyBack += out.due;
  const { type, customerId, person, isAhead } = paid.sale;
  const paidOut = await writePayOut(year, out, paid, { code, at });
  const about = { type, customerId, person, ...(isAhead && { isAhead }), reason, of: paid.sale };
  const sale: Sale = {
    ...about,
    key: bill.key,
    id: bill.id ?? 0,
    invoice: bill.invoiceNumber ?? '',
    ...moment(year, at),
    covers: 0,
    items: [],
    totals,
    uses: [],
    rounding: -out.due - totals.total,
    tip: 0,
    payments: paidOut,
  };
  paid.refunds.push(note(year, sale, isFull ? 'refunded the rest' : 'refunded a part'));
  const entry = { at, day: dayOf(at), customerId, type: 'Refund' as const };
  addPoints(year, { ...entry, points: points.given });
  addPoints(year, { ...entry, points: -points.taken });
  return true;
}

/** Refunds a recent bill, more often one that a card paid and of which a part came back before. */
export async function refundSome(year: Year, at: number): Promise<void> {
  const recent = year.paid
    .slice(-25)
    .filter((paid) => !paid.isClosed && !paid.sale.isAhead && refundable(paid).length > 0);
  const byCard = recent.filter(({ sale }) => sale.payments.some(({ walletId }) => walletId));
  const again = byCard.filter(({ refunds }) => refunds.length > 0);
  const among = happens(year, 0.6) ? [again, byCard, recent].find((list) => list.length > 0) : recent;
  if (among && among.length > 0) await refund(year, pick(year, among), at);
}

/** Takes something back and sells something else. */
export async function exchange(year: Year, at: number): Promise<void> {
  await refundSome(year, at);
  await serve(year, at + 60_000);
  count(year.books, 'exchange');
}

/** Corrects the method of a payment, once for each bill. */
export async function correct(year: Year, at: number): Promise<void> {
  const recent = year.paid
    .slice(-15)
    .filter(
      (paid) => !paid.isClosed && paid.refunds.length === 0 && paid.sale.payments.some(({ walletId }) => !walletId),
    );
  if (recent.length === 0) return;
  const paid = pick(year, recent);
  const of = pick(
    year,
    paid.sale.payments.filter(({ walletId, key }) => !walletId && paid.payments.some((one) => one.key === key)),
  );
  if (!of) return;
  const method = pick(
    year,
    (['Cash', 'Card', 'BankTransfer'] as const).filter((one) => one !== of.method),
  );
  const amount = method === 'Cash' ? cashRounded(of.amount) || of.amount : of.amount;
  const captured: Payment = { key: newKey(), method, amount };
  const payment = { key: captured.key, method, amount };
  await correctPayment(storeAt(year, at), year.shop.admin, {
    billId: paid.sale.key,
    paymentKey: of.key,
    payment,
    reason: 'Wrong button',
  });
  paid.payments = [...paid.payments.filter((one) => one !== of), captured];
  year.books.corrections.push({ ...moment(year, at), sale: paid.sale, reversed: of, captured, reason: 'Wrong button' });
  count(year.books, 'correction');
}
