/** The settings that exist, each with what it may hold. Source: docs/rules.md#settings. */

import { paymentMethods } from '@atoll/domain/payment/payment';
import type { Sentence } from '@atoll/domain/refusal/sentence';

export type SettingKind =
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: RegExp; readonly like: string }
  | { readonly kind: 'list'; readonly of?: readonly string[]; readonly pattern?: RegExp };

const printer: SettingKind = { kind: 'text', max: 60 };
const flag: SettingKind = { kind: 'boolean' };
const texts: SettingKind = { kind: 'list' };
const amounts: SettingKind = { kind: 'list', pattern: /^\d{1,9}$/ };
const minutes: SettingKind = { kind: 'integer', min: 1, max: 1440 };

export const knownSettings: Readonly<Record<string, SettingKind>> = {
  BillPrinter: printer,
  KotPrinter: printer,
  BotPrinter: printer,
  GrillPrinter: printer,
  FallbackPrinter: printer,
  AutoPrintEnabled: flag,
  BillCopies: { kind: 'integer', min: 1, max: 5 },
  KotCopies: { kind: 'integer', min: 1, max: 3 },
  PrintCancelTickets: flag,
  DrawerKick: flag,
  RoundCash: { kind: 'pattern', pattern: /^\d{1,5}:(nearest|up|down)$/, like: '5:nearest' },
  BlindClose: flag,
  MaxCashDifference: { kind: 'integer', min: 0, max: 999_999_999 },
  RequireCovers: flag,
  RequireVoidReason: flag,
  VoidReasons: texts,
  CompReasons: texts,
  DiscountPresets: { kind: 'list', pattern: /^\d{1,3}(\.\d{1,2})?$/ },
  PaymentMethods: { kind: 'list', of: paymentMethods },
  ReferenceNeeded: { kind: 'list', of: paymentMethods },
  Currencies: { kind: 'list', pattern: /^[A-Z]{3}:\d{1,7}$/ },
  PrinterLanguages: { kind: 'list', pattern: /^.{1,60}=(en|dv)$/ },
  QuickCash: amounts,
  CashInReasons: texts,
  CashOutReasons: texts,
  TipPresets: amounts,
  IdleLockSeconds: { kind: 'integer', min: 30, max: 3600 },
  LateTableMinutes: minutes,
  StaleBillMinutes: minutes,
  KitchenAmberMinutes: minutes,
  KitchenRedMinutes: minutes,
  CreditSaleAllowed: flag,
  ToastPlace: { kind: 'choice', of: ['top-right', 'top-left'] },
  NegativeStock: { kind: 'choice', of: ['Allow', 'Warn', 'Block'] },
  RefundedStock: { kind: 'choice', of: ['Return', 'Waste'] },
  VoidedStock: { kind: 'choice', of: ['Waste', 'Ignore'] },
};

function listProblem(kind: Extract<SettingKind, { kind: 'list' }>, values: readonly string[]): Sentence | undefined {
  const wrong = values.find(
    (value) => (kind.of && !kind.of.includes(value)) || (kind.pattern && !kind.pattern.test(value)),
  );
  return wrong === undefined ? undefined : `'${wrong}' is not one of its values`;
}

/** Answers what is wrong with a setting's value, or undefined. An empty value clears the setting. */
export function settingProblem(
  kind: SettingKind,
  value: string | undefined,
  values: readonly string[] | undefined,
): Sentence | undefined {
  if (kind.kind === 'list') return value === undefined ? listProblem(kind, values ?? []) : 'Send values, a list';
  if (values !== undefined) return 'Send value, a text';
  if (value === undefined || value === '') return undefined;
  switch (kind.kind) {
    case 'text':
      return value.length > kind.max ? `At most ${kind.max} characters` : undefined;
    case 'boolean':
      return value === 'true' || value === 'false' ? undefined : "Must be 'true' or 'false'";
    case 'integer': {
      const isWithin = /^\d{1,9}$/.test(value) && Number(value) >= kind.min && Number(value) <= kind.max;
      return isWithin ? undefined : `Must be a whole number from ${kind.min} to ${kind.max}`;
    }
    case 'choice':
      return kind.of.includes(value) ? undefined : `Must be one of ${kind.of.join(', ')}`;
    case 'pattern':
      return kind.pattern.test(value) ? undefined : `Must look like ${kind.like}`;
  }
}
