/** What the reports on wallets and points say of the year of trade, by the books alone. */

import { group, isIn, type Rows } from './asked.ts';
import type { Books } from './books.ts';
import { daysBetween } from './calendar.ts';
import { sum } from './law.ts';

const kinds = { GiftCard: 'Gift card', StoreCredit: 'Store credit', Deposit: 'Deposit' } as const;

type Entries = readonly { readonly day: string; readonly amount: number }[];

/** What was paid of each order in instalments and came back, until the day on which it was collected or cancelled. */
const instalmentsAt = ({ orders }: Books, to: string): Entries[] =>
  orders
    .filter(({ isDeposit, endedOn }) => !isDeposit && (endedOn === null || endedOn > to))
    .map(({ paid }) =>
      paid.flatMap(({ sale, refunds }) => [sale, ...refunds]).map(({ day, totals }) => ({ day, amount: totals.total })),
    );

/** Returns what is owed on all wallets and instalments of orders at the end of a day, with what was paid first. */
export function owedAt(books: Books, to: string) {
  const ofWallets = [...books.wallets.values()].map((wallet) => ({ kind: kinds[wallet.kind], of: wallet.entries }));
  const ofOrders = instalmentsAt(books, to).map((of) => ({ kind: 'Instalments of orders', of }));
  return [...ofWallets, ...ofOrders].flatMap(({ kind, of }: { readonly kind: string; readonly of: Entries }) => {
    const entries = of.filter(({ day }) => day <= to);
    const balance = sum(entries, ({ amount }) => amount);
    return balance === 0 ? [] : [{ kind, balance, age: daysBetween(entries[0]?.day ?? to, to) }];
  });
}

/** Balances at the end of the last day, by the age of the first entry. */
const liability: Rows = ({ books, to }) => {
  return group(owedAt(books, to), ({ kind }) => kind).map(([kind, own]) => {
    const aged = (from: number, until: number): number =>
      sum(own, ({ balance, age }) => (balance > 0 && age >= from && age <= until ? balance : 0));
    return {
      kind,
      gst: kind === 'Instalments of orders' ? 'Paid' : 'Not paid',
      cards: own.length,
      balance: sum(own, ({ balance }) => balance),
      to30: aged(0, 30),
      to60: aged(31, 60),
      to90: aged(61, 90),
      older: aged(91, Number.MAX_SAFE_INTEGER),
      overdrawn: sum(own, ({ balance }) => Math.min(0, balance)),
    };
  });
};

const words: Readonly<Record<string, string>> = {
  Issue: 'Sold',
  Load: 'Added',
  Redeem: 'Paid with it',
  Refund: 'Refund',
  MoveOut: 'Moved to another card',
  MoveIn: 'Moved from another card',
  PayOut: 'Paid out',
  Forfeit: 'Kept',
  Expire: 'Expired',
  Adjust: 'Adjusted',
  Earn: 'Earned',
};

const movements: Rows = (asked) => {
  const all = [...asked.books.wallets.values()].flatMap(({ kind, entries }) =>
    entries.map((entry) => ({ ...entry, kind })),
  );
  return group(
    all.filter(({ day }) => isIn(day, asked)),
    // Only a gift card is sold.
    ({ day, kind, type }) => `${day}|${kinds[kind]}|${words[type === 'Issue' && kind !== 'GiftCard' ? 'Load' : type]}`,
  ).map(([place, own]) => {
    const [date = '', kind = '', movement = ''] = place.split('|');
    return { date, kind, movement, entries: own.length, amount: sum(own, ({ amount }) => amount) };
  });
};

const breakage: Rows = (asked) =>
  [...asked.books.wallets.values()].flatMap(({ last4, entries }) =>
    entries
      .filter(({ day, type }) => type === 'Expire' && isIn(day, asked))
      .map(({ day, amount, reason = '' }) => ({ date: day, card: last4, amount: 0 - amount, person: 'Admin', reason })),
  );

const points: Rows = (asked) =>
  group(
    asked.books.points.filter(({ day }) => isIn(day, asked)),
    ({ day, type }) => `${day}|${type === 'Redeem' ? 'Reward' : (words[type] ?? type)}`,
  ).map(([place, own]) => ({
    date: place.split('|')[0] ?? '',
    movement: place.split('|')[1] ?? '',
    entries: own.length,
    points: sum(own, (one) => one.points),
  }));

export const expectedCards: Readonly<Record<string, Rows>> = {
  'wallet-liability': liability,
  'wallet-movements': movements,
  'wallet-breakage': breakage,
  points,
};
