import { formatAmount, laari } from '@atoll/domain/money/money';
import type { UnsetRate } from '@atoll/domain/payment/unset-rate';
import type { TFunction } from 'i18next';

/** Returns the rate at which foreign cash was taken, with the outlet's own rate: '16.00 (set: 15.42)'. */
export const ratesText = ({ rate, serverRate }: Pick<UnsetRate, 'rate' | 'serverRate'>, t: TFunction): string =>
  serverRate === null
    ? t('zReport.rateNotSet', { rate: formatAmount(laari(rate)) })
    : t('zReport.rateSet', { rate: formatAmount(laari(rate)), set: formatAmount(laari(serverRate)) });

/** Returns the invoice and the foreign cash of a payment: '2026-000012 · USD 10.00'. */
export const foreignCashText = ({ invoice, currency, units }: UnsetRate): string =>
  [invoice, [currency, units === undefined ? '' : formatAmount(laari(units))].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(' · ');
