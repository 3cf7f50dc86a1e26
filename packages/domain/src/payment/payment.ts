/** Payments of a bill. Source: docs/rules.md#payments, docs/rules.md#payment-sum. */
import type { PaymentMethod } from './methods.ts';

/** Foreign cash that was handed over: `units` in hundredths of the currency, `rate` in laari per unit of the currency. */
export interface ForeignCash {
  readonly code: string;
  readonly units: number;
  readonly rate: number;
}

/** Returns the value of foreign cash in laari. */
export function foreignValue({ units, rate }: ForeignCash): number {
  return Math.round((units * rate) / 100);
}

/** Returns the least units of a currency that cover an amount in laari. */
export function foreignDue(due: number, { code, rate }: Pick<ForeignCash, 'code' | 'rate'>): number {
  let units = Math.max(0, Math.ceil((due * 100) / rate));
  while (units > 0 && foreignValue({ code, rate, units: units - 1 }) >= due) units -= 1;
  return units;
}

/** The wallet that paid: it is named by the last 4 letters of its code. */
export interface PaidWallet {
  readonly id: number;
  readonly last4: string;
  readonly left: number;
}

/** A wallet that pays, with what proves that its code is known: a hold (R22.4), or the SHA-256 of the code where the server was away (R22.5). */
export interface HeldWallet {
  readonly id: number;
  readonly last4: string;
  readonly holdKey?: string | undefined;
  readonly codeHash?: string | undefined;
}

/** A payment. `amount` (laari) is what is applied to the bill, `tendered` what was handed over, `change` = tendered − amount, cash only. */
export interface Payment {
  readonly key: string;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly tendered: number;
  readonly change: number;
  readonly reference: string;
  readonly status: 'Captured' | 'Voided' | 'Refunded';
  readonly receivedBy: number | null;
  readonly shiftId: number | null;
  readonly at: string | null;
  /** Of a payment by gift card or store credit: the wallet, and what is left on it afterwards, laari. */
  readonly wallet?: PaidWallet | undefined;
  /** `tendered` in foreign cash; the change is given in the outlet's currency. */
  readonly currency?: ForeignCash | undefined;
  /** The rate of its foreign cash was not set in the last days: the outlet's own rate at that time, null for none (R36.10). */
  readonly unsetRate?: { readonly serverRate: number | null } | undefined;
}
