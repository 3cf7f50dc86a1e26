/** Settings of an outlet: one table of all that exist, and how programs read them. Source: docs/rules.md#settings. */
import { defaultMethods, type PaymentMethod } from '../payment/methods.ts';

/** One stored setting; `value` is text ('true', '5'), `values` a list of texts. */
export interface SettingEntry {
  readonly key: string;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/** The section of the settings screen that shows a setting. 'printers' and 'stock' have custom rows there. */
export type SettingSection = 'tickets' | 'payments' | 'shifts' | 'notices' | 'kitchen' | 'idle' | 'printers' | 'stock';

/** Allowed values of a setting, and its default. `default` null: off. Money is laari. */
export type SettingDefinition = { readonly section: SettingSection } & (
  | { readonly kind: 'switch'; readonly default: boolean }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly default: number | null }
  | { readonly kind: 'money'; readonly max: number; readonly default: number | null }
  | { readonly kind: 'choice'; readonly of: readonly string[]; readonly default: string }
  | { readonly kind: 'text'; readonly maxLength: number; readonly default: '' }
  /** Step in laari and direction, '5:nearest'. */
  | { readonly kind: 'rounding'; readonly default: '' }
  /** Lists. `amounts` are laari, `percents` plain percents, `currencies` 'USD:1542', `languages` 'printer=dv'. */
  | {
      readonly kind: 'texts' | 'amounts' | 'percents' | 'currencies' | 'languages';
      readonly default: readonly string[];
    }
  | { readonly kind: 'methods'; readonly default: readonly PaymentMethod[] }
);

const printer = { section: 'printers', kind: 'text', maxLength: 60, default: '' } as const;
const minutes = { kind: 'number', min: 1, max: 1440 } as const;
const none: readonly string[] = [];

/** Every setting. To add one, add a row here and its texts under `setting.keys` in each language. */
export const settingDefinitions = {
  BillPrinter: printer,
  KotPrinter: printer,
  BotPrinter: printer,
  GrillPrinter: printer,
  FallbackPrinter: printer,
  PrinterLanguages: { section: 'printers', kind: 'languages', default: none },
  AutoPrintEnabled: { section: 'tickets', kind: 'switch', default: true },
  PrintCancelTickets: { section: 'tickets', kind: 'switch', default: true },
  KotCopies: { section: 'tickets', kind: 'number', min: 1, max: 3, default: 1 },
  BillCopies: { section: 'tickets', kind: 'number', min: 1, max: 5, default: 1 },
  PaymentMethods: { section: 'payments', kind: 'methods', default: defaultMethods },
  ReferenceNeeded: { section: 'payments', kind: 'methods', default: [] },
  Currencies: { section: 'payments', kind: 'currencies', default: none },
  QuickCash: { section: 'payments', kind: 'amounts', default: none },
  QuickCashPays: { section: 'payments', kind: 'choice', of: ['InShops', 'Always', 'Never'], default: 'InShops' },
  TipPresets: { section: 'payments', kind: 'amounts', default: none },
  RoundCash: { section: 'payments', kind: 'rounding', default: '' },
  PriceWindowHours: { section: 'payments', kind: 'number', min: 1, max: 168, default: 24 },
  WalletOfflineLimit: { section: 'payments', kind: 'money', max: 10_000_000, default: 10_000 },
  GiftCardExpiryMonths: { section: 'payments', kind: 'number', min: 0, max: 120, default: 0 },
  DepositTax: { section: 'payments', kind: 'choice', of: ['Instalments', 'Refundable'], default: 'Instalments' },
  DrawerKick: { section: 'payments', kind: 'switch', default: false },
  DiscountPresets: { section: 'payments', kind: 'percents', default: none },
  RequireDiscountReason: { section: 'payments', kind: 'switch', default: false },
  DiscountReasons: { section: 'payments', kind: 'texts', default: none },
  RequireVoidReason: { section: 'payments', kind: 'switch', default: true },
  VoidReasons: { section: 'payments', kind: 'texts', default: none },
  CompReasons: { section: 'payments', kind: 'texts', default: none },
  RequireCovers: { section: 'payments', kind: 'switch', default: false },
  CheckInByItemCounter: { section: 'payments', kind: 'switch', default: true },
  CheckInByItemTakeaway: { section: 'payments', kind: 'switch', default: true },
  CheckInByItemTable: { section: 'payments', kind: 'switch', default: false },
  CreditSaleAllowed: { section: 'payments', kind: 'switch', default: true },
  PointsEnabled: { section: 'payments', kind: 'switch', default: false },
  PointsExpiryMonths: { section: 'payments', kind: 'number', min: 0, max: 120, default: 0 },
  PointsOfflineLimit: { section: 'payments', kind: 'number', min: 0, max: 1_000_000, default: 0 },
  BlindClose: { section: 'shifts', kind: 'switch', default: false },
  MaxCashDifference: { section: 'shifts', kind: 'money', max: 999_999_999, default: null },
  CashInReasons: { section: 'shifts', kind: 'texts', default: none },
  CashOutReasons: { section: 'shifts', kind: 'texts', default: none },
  ToastPlace: { section: 'notices', kind: 'choice', of: ['top-right', 'top-left'], default: 'top-right' },
  LateTableMinutes: { section: 'notices', ...minutes, default: 60 },
  StaleBillMinutes: { section: 'notices', ...minutes, default: 20 },
  KitchenAmberMinutes: { section: 'kitchen', ...minutes, default: 10 },
  KitchenRedMinutes: { section: 'kitchen', ...minutes, default: 20 },
  UnseenTicketMinutes: { section: 'kitchen', kind: 'number', min: 0, max: 60, default: 5 },
  Courses: { section: 'tickets', kind: 'switch', default: false },
  HeldCourses: { section: 'tickets', kind: 'choice', of: ['Announce', 'WhenFired'], default: 'Announce' },
  Seats: { section: 'tickets', kind: 'switch', default: false },
  KitchenOneTap: { section: 'kitchen', kind: 'switch', default: false },
  IdleLockSeconds: { section: 'idle', kind: 'number', min: 30, max: 3600, default: null },
  TillUpdates: { section: 'idle', kind: 'choice', of: ['Ask', 'WhenLocked'], default: 'Ask' },
  ManagersNeedSecondFactor: { section: 'idle', kind: 'switch', default: false },
  NegativeStock: { section: 'stock', kind: 'choice', of: ['Allow', 'Warn', 'Block'], default: 'Warn' },
  RefundedStock: { section: 'stock', kind: 'choice', of: ['Return', 'Waste'], default: 'Return' },
  VoidedStock: { section: 'stock', kind: 'choice', of: ['Waste', 'Ignore'], default: 'Waste' },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingKey = keyof typeof settingDefinitions;
type Definition<K extends SettingKey> = (typeof settingDefinitions)[K];

/** The type of a setting's value: boolean for a switch, number for a number or money, an array of texts for a list. */
export type SettingValue<K extends SettingKey> =
  Definition<K> extends { readonly kind: 'switch' }
    ? boolean
    : Definition<K> extends { readonly kind: 'number' | 'money'; readonly default: number }
      ? number
      : Definition<K> extends { readonly kind: 'number' | 'money' }
        ? number | null
        : Definition<K> extends { readonly kind: 'choice'; readonly of: readonly (infer T)[] }
          ? T
          : Definition<K> extends { readonly kind: 'text' | 'rounding' }
            ? string
            : Definition<K> extends { readonly kind: 'methods' }
              ? readonly PaymentMethod[]
              : readonly string[];

/** Returns whether a setting of this name exists. */
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

/** Returns the keys that a section of the screen shows, in order. */
export const settingKeysOf = (section: SettingSection): readonly SettingKey[] =>
  (Object.keys(settingDefinitions) as SettingKey[]).filter((key) => settingDefinitions[key].section === section);

/**
 * Returns the value of a setting, or its default when it is absent or invalid: an empty list, text that is not a number, an unknown choice.
 * Numbers are limited to their minimum and maximum.
 */
export function settingOf<K extends SettingKey>(settings: readonly SettingEntry[], key: K): SettingValue<K> {
  const definition: SettingDefinition = settingDefinitions[key];
  const entry = settings.find((one) => one.key === key);
  return readSetting(definition, entry) as SettingValue<K>;
}

function readSetting(definition: SettingDefinition, entry: SettingEntry | undefined): unknown {
  const text = entry?.value?.trim() ?? '';
  switch (definition.kind) {
    case 'switch':
      return text === 'true' || (text !== 'false' && definition.default);
    case 'number':
    case 'money': {
      const number = Number(text);
      if (text === '' || !Number.isFinite(number)) return definition.default;
      return Math.min(definition.max, Math.max(definition.kind === 'number' ? definition.min : 0, number));
    }
    case 'choice':
      return definition.of.includes(text) ? text : definition.default;
    case 'text':
    case 'rounding':
      return text;
    default:
      return entry?.values?.length ? entry.values : definition.default;
  }
}
