/** Reports of wallets and points: what they owe to guests, what moved on them, and what expired. Source: docs/rules.md#reports, docs/rules.md#wallets, docs/rules.md#points. */
import type { PointEntryType } from '../points/points.ts';
import type { WalletEntryType } from '../wallet/wallet.ts';
import type { ReportDefinition } from './report.ts';
import { count, date, sum, text, word } from './report-columns.ts';

const permission = 'Wallets';

/** What a report calls an entry of a wallet: the words of the screen Wallets. */
export const walletMovementWords: Readonly<Record<WalletEntryType, string>> = {
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
};

/** What the report calls an entry of points: the words of the screen Points. */
export const pointMovementWords: Readonly<Record<PointEntryType, string>> = {
  Earn: 'Earned',
  Redeem: 'Reward',
  Refund: 'Refund',
  Adjust: 'Adjusted',
  Expire: 'Expired',
  Merge: 'Customers merged',
  Erase: 'Erased',
};

/** What the report on liability calls what was paid ahead for orders, beside the kinds of wallets. */
export const instalmentsOfOrders = 'Instalments of orders';
/** What it says of the GST of a kind: it was paid with instalments, and is due with what the others buy. */
export const gstStates = { paid: 'Paid', unpaid: 'Not paid' } as const;

export const walletReports: readonly ReportDefinition[] = [
  {
    key: 'wallet-liability',
    title: 'Liability of wallets',
    group: 'Account',
    about:
      'What gift cards, store credit, deposits and instalments of open orders still owe to guests at the end of the period, by age, and what was spent below 0.',
    columns: [
      word('kind', 'Kind'),
      word('gst', 'GST'),
      count('cards', 'Cards and orders'),
      sum('balance', 'Balance'),
      sum('to30', '0–30 days'),
      sum('to60', '31–60 days'),
      sum('to90', '61–90 days'),
      sum('older', 'Over 90 days'),
      sum('overdrawn', 'Overdrawn'),
    ],
    chart: 'stack',
    chartOf: { label: 'kind', value: 'balance', parts: ['to30', 'to60', 'to90', 'older'] },
    permission,
  },
  {
    key: 'wallet-movements',
    title: 'Wallet movements',
    group: 'Account',
    about:
      'How the balances of gift cards, store credit and deposits changed, by day: sold, paid with, given back, expired.',
    columns: [
      date(),
      word('kind', 'Kind'),
      word('movement', 'Movement'),
      count('entries', 'Movements'),
      sum('amount', 'Amount'),
    ],
    chart: 'none',
    permission,
  },
  {
    key: 'wallet-breakage',
    title: 'Breakage of gift cards',
    group: 'Account',
    about: 'Balances of expired gift cards that a person took off, and why.',
    columns: [
      date(),
      text('card', 'Card'),
      sum('amount', 'Amount'),
      text('person', 'Person'),
      text('reason', 'Reason'),
    ],
    chart: 'none',
    permission,
  },
  {
    key: 'points',
    title: 'Points',
    group: 'Account',
    about: 'How the points of customers changed, by day: earned, spent on rewards, taken back by refunds.',
    columns: [date(), word('movement', 'Movement'), count('entries', 'Movements'), count('points', 'Points')],
    chart: 'none',
    permission,
  },
];
