/** Payment methods of a bill: one table. Source: docs/rules.md#payments. */

interface MethodDefinition {
  /** English name on screens. Other languages translate it in their labels, the print server in its own word list. */
  readonly label: string;
  /** More than the amount due may be handed over; the rest is returned as change. */
  readonly givesChange?: true;
  /** Offered while the outlet has not chosen its methods. */
  readonly isDefault?: true;
  /** Offered where the outlet has wallets, and only there: settings do not name it. */
  readonly isWalletOnly?: true;
}

/** Every method, in the order in which screens show them. A new one is a row here and its words. */
const definitions = {
  Cash: { label: 'Cash', givesChange: true, isDefault: true },
  Card: { label: 'Card', isDefault: true },
  BankTransfer: { label: 'Bank transfer', isDefault: true },
  MobileWallet: { label: 'Mobile wallet' },
  HouseAccount: { label: 'House account' },
  GiftCard: { label: 'Gift card' },
  StoreCredit: { label: 'Store credit', isWalletOnly: true },
  Deposit: { label: 'Deposit', isWalletOnly: true },
  Voucher: { label: 'Voucher' },
  Complimentary: { label: 'Complimentary' },
  Other: { label: 'Other' },
} as const satisfies Readonly<Record<string, MethodDefinition>>;

export type PaymentMethod = keyof typeof definitions;

const rows: Readonly<Record<string, MethodDefinition>> = definitions;
export const paymentMethods = Object.keys(definitions) as [PaymentMethod, ...PaymentMethod[]];
export const defaultMethods: readonly PaymentMethod[] = paymentMethods.filter((method) => rows[method]?.isDefault);

/** The methods that an outlet chooses from. */
export const chosenMethods: readonly PaymentMethod[] = paymentMethods.filter((method) => !rows[method]?.isWalletOnly);

/** The methods that wallets pay by. */
export const walletMethods = ['GiftCard', 'StoreCredit', 'Deposit'] as const satisfies readonly PaymentMethod[];
export type WalletMethod = (typeof walletMethods)[number];

/** Returns whether wallets pay by a method: gift cards, store credit and deposits. */
export const isWalletMethod = (method: PaymentMethod): method is WalletMethod =>
  walletMethods.some((one) => one === method);

/** Returns whether a method gives change when more than the amount due is handed over: only cash. */
export const givesChange = (method: PaymentMethod): boolean => rows[method]?.givesChange ?? false;

/** Returns the English name of a method; any other text is returned unchanged. */
export const methodLabel = (method: string): string => rows[method]?.label ?? method;
