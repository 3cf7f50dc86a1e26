/** The settings of the plain sections: what each holds. Their words stand in the catalogue under the same keys. */

export type SettingField =
  /** `otherwise`: how it is while nobody has said. */
  | { readonly kind: 'switch'; readonly otherwise: boolean }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly otherwise: number | null }
  | { readonly kind: 'money' }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly otherwise: string }
  | { readonly kind: 'texts' }
  | { readonly kind: 'amounts' }
  | { readonly kind: 'percents' }
  /** Foreign money by its code, with what one of it is worth. */
  | { readonly kind: 'currencies' }
  /** `otherwise`: those that count while nobody has chosen. */
  | { readonly kind: 'methods'; readonly otherwise: readonly string[] }
  | { readonly kind: 'rounding' };

export const plainSections = {
  tickets: {
    AutoPrintEnabled: { kind: 'switch', otherwise: true },
    PrintCancelTickets: { kind: 'switch', otherwise: true },
    KotCopies: { kind: 'number', least: 1, most: 3, otherwise: 1 },
    BillCopies: { kind: 'number', least: 1, most: 5, otherwise: 1 },
  },
  payments: {
    PaymentMethods: { kind: 'methods', otherwise: ['Cash', 'Card', 'BankTransfer'] },
    ReferenceNeeded: { kind: 'methods', otherwise: [] },
    Currencies: { kind: 'currencies' },
    QuickCash: { kind: 'amounts' },
    TipPresets: { kind: 'amounts' },
    RoundCash: { kind: 'rounding' },
    DrawerKick: { kind: 'switch', otherwise: false },
    DiscountPresets: { kind: 'percents' },
    RequireVoidReason: { kind: 'switch', otherwise: true },
    VoidReasons: { kind: 'texts' },
    CompReasons: { kind: 'texts' },
    RequireCovers: { kind: 'switch', otherwise: false },
    CreditSaleAllowed: { kind: 'switch', otherwise: true },
  },
  shifts: {
    BlindClose: { kind: 'switch', otherwise: false },
    MaxCashDifference: { kind: 'money' },
    CashInReasons: { kind: 'texts' },
    CashOutReasons: { kind: 'texts' },
  },
  notices: {
    ToastPlace: { kind: 'choice', of: ['top-right', 'top-left'], otherwise: 'top-right' },
    LateTableMinutes: { kind: 'number', least: 1, most: 1440, otherwise: 60 },
    StaleBillMinutes: { kind: 'number', least: 1, most: 1440, otherwise: 20 },
  },
  idle: {
    IdleLockSeconds: { kind: 'number', least: 30, most: 3600, otherwise: null },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SettingField>>>>;

export type PlainSection = keyof typeof plainSections;
type KeysOf<T> = T extends unknown ? keyof T : never;
export type SettingKey = KeysOf<(typeof plainSections)[PlainSection]>;
