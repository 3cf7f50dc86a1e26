/** Wallets: gift cards, store credit and refundable deposits. Their balance is the sum of their entries. Source: docs/rules.md#wallets. */

export const walletKinds = ['GiftCard', 'StoreCredit', 'Deposit'] as const;
export type WalletKind = (typeof walletKinds)[number];

export const walletStatuses = ['Active', 'Blocked', 'Expired', 'Closed'] as const;
export type WalletStatus = (typeof walletStatuses)[number];

export const walletEntryTypes = [
  'Issue',
  'Load',
  'Redeem',
  'Refund',
  'MoveOut',
  'MoveIn',
  'PayOut',
  'Forfeit',
  'Expire',
  'Adjust',
] as const;
export type WalletEntryType = (typeof walletEntryTypes)[number];

/** How long the payment line of a wallet holds its amount (R22.4). */
export const holdMs = 15 * 60_000;

/** The least and the most that a gift card is sold for, laari. */
export const minCardAmount = 100;
export const maxCardAmount = 100_000_00;
