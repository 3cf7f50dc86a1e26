/** Foreign cash at a rate that the outlet had not set. Source: R36.10, docs/rules.md#foreign-cash. */
import type { Payment } from './payment.ts';

/** How long before a payment its rate may have been replaced. */
export const rateDays = 7;

/** A change of the setting Currencies: its values before it, as in 'USD:1542'. */
export interface RateChange {
  /** Epoch ms. */
  readonly at: number;
  readonly before: readonly string[];
}

/** The rates of a period. */
export interface PeriodRates {
  /** Every rate that counted at some time in the period, as in 'USD:1542'. */
  readonly all: ReadonlySet<string>;
  /** The rates at the end of the period. */
  readonly last: readonly string[];
}

/** Returns the rates that counted between `from` and `until` (epoch ms). `now` are those of today; the changes are given latest first. */
export function ratesBetween(
  now: readonly string[],
  changes: readonly RateChange[],
  { from, until }: { readonly from: number; readonly until: number },
): PeriodRates {
  const all = new Set<string>();
  let last: readonly string[] | null = null;
  let rates = now;
  for (const { at, before } of [...changes, { at: Number.NEGATIVE_INFINITY, before: [] }]) {
    if (at <= until) {
      last ??= rates;
      for (const rate of rates) all.add(rate);
    }
    if (at <= from) break;
    rates = before;
  }
  return { all, last: last ?? [] };
}

/** Returns the rate of a currency in laari per unit; null when it has none. */
export function rateIn(rates: readonly string[], code: string): number | null {
  const [, rate] = rates.find((one) => one.startsWith(`${code}:`))?.split(':') ?? [];
  return rate === undefined ? null : Number(rate);
}

/** A payment of foreign cash at a rate that the outlet had not set. */
export interface UnsetRate {
  /** Key of the payment. */
  readonly key: string;
  readonly invoice: string;
  readonly currency: string;
  /** Laari per unit, as sent. */
  readonly rate: number;
  /** The outlet's rate when the cash was taken; null when it had none. */
  readonly serverRate: number | null;
  /** Hundredths of the currency. Absent for a person who counts blind. */
  readonly units?: number | undefined;
}

/** Returns the payments of a bill with a rate that the outlet had not set. */
export function unsetRatesOf({
  payments,
  invoiceNumber,
}: {
  readonly payments: readonly Pick<Payment, 'key' | 'currency' | 'unsetRate'>[];
  readonly invoiceNumber: string | null;
}): readonly UnsetRate[] {
  return payments.flatMap(({ key, currency, unsetRate }) =>
    currency && unsetRate
      ? [
          {
            key,
            invoice: invoiceNumber ?? '',
            currency: currency.code,
            rate: currency.rate,
            serverRate: unsetRate.serverRate,
            units: currency.units,
          },
        ]
      : [],
  );
}
