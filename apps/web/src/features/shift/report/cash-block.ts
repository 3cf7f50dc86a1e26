import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { methodLabel } from '@atoll/domain/payment/methods';
import { type CashDifference, type CountedMethod, cashDifferences } from '@atoll/domain/shift/cash-differences';
import { type CashSumLine, cashSum } from '@atoll/domain/shift/cash-sum';
import { currencyRates, expectedByMethod } from '@atoll/domain/shift/shift';
import type { TFunction } from 'i18next';
import { clockTime } from '../../../locale/instant.ts';
import { labelText } from '../../../locale/label.ts';
import { amount, line, type ReportLine, type ReportSubject } from './report-line.ts';

/** Returns the label of a counted method; 'Cash USD' is foreign cash, with its hundredths where they are known: 'Cash USD 4.00'. */
export function countedLabel(method: string, units?: number): string {
  const [name = '', currency = ''] = method.split(' ');
  return [labelText(methodLabel(name)), currency, units === undefined ? '' : formatAmount(laari(units))]
    .filter(Boolean)
    .join(' ');
}

/** Returns the name of a line of the addition that gives the expected cash. */
export function cashSumLabel(part: CashSumLine['part'], t: TFunction): string {
  const labels: Record<CashSumLine['part'], string> = {
    opening: t('shift.openingBalance'),
    sales: t('shift.cashSales'),
    refunds: t('zReport.cashRefunds'),
    corrections: t('service.corrections'),
    cashIn: t('shift.cashIn'),
    cashOut: t('shift.cashOut'),
    drop: t('floor.drop'),
    tipOut: t('zReport.tipsPaid'),
  };
  return labels[part];
}

/** Returns what of the expected cash is in each currency, with the average rate; nothing without foreign cash. */
export function currencyLines(totals: ShiftTotals, t: TFunction): readonly ReportLine[] {
  const foreign = totals.byCurrency ?? [];
  const [own] = expectedByMethod(totals);
  if (foreign.length === 0 || own === undefined) return [];
  const rates = new Map(currencyRates(totals).map(({ currency, rate }) => [currency, rate]));
  return [
    amount(t('zReport.ownCash'), own.amount),
    ...foreign.map(({ currency, units, amount: worth }) =>
      amount(
        t('zReport.foreignCash', {
          currency,
          units: formatAmount(laari(units)),
          rate: formatAmount(laari(Math.round((rates.get(currency) ?? 0) * 100))),
        }),
        worth,
      ),
    ),
  ];
}

/** Returns counted minus expected of each currency; nothing without foreign cash. */
export function differencesOf(counted: readonly CountedMethod[], totals: ShiftTotals): readonly CashDifference[] {
  return (totals.byCurrency ?? []).length === 0 ? [] : cashDifferences(counted, totals);
}

/** Returns the name of a currency's difference: 'MVR', or 'USD −1.00' with the units that differ. */
export const differenceLabel = ({ method, units }: CashDifference): string =>
  [method.split(' ')[1] ?? 'MVR', units === undefined ? '' : formatAmount(laari(units))].filter(Boolean).join(' ');

/**
 * Returns the cash block: lines that add up to the expected cash, what of it is in each currency, what was counted, and the differences. Who counted
 * blind sees neither the expected cash nor what it follows from.
 */
export function cashLines({ shift, totals, isBlind }: ReportSubject, t: TFunction): readonly ReportLine[] {
  const { closing } = shift;
  const counted = closing?.counted ?? [];
  const parts = cashSum(totals, shift.openingBalance, shift.cash).filter(
    ({ part }) => !isBlind || !['sales', 'refunds', 'corrections'].includes(part),
  );
  const differences = isBlind || !closing ? [] : differencesOf(counted, totals);
  return [
    ...parts.map(({ part, amount: value }) => amount(cashSumLabel(part, t), value)),
    ...(isBlind ? [] : [amount(t('shift.expected'), totals.expectedCash, true), ...currencyLines(totals, t)]),
    ...counted.map((row) => amount(`${t('shift.counted')} · ${countedLabel(row.method, row.units)}`, row.amount)),
    ...differences.map((one) => amount(`${t('shift.difference')} · ${differenceLabel(one)}`, one.amount)),
    ...(closing && !isBlind ? [amount(t('shift.difference'), closing.difference, true)] : []),
    ...(closing?.differenceReason ? [line(closing.differenceReason, '')] : []),
    ...(closing && closing.carried > 0 ? [line(t('zReport.carried'), closing.carried)] : []),
  ];
}

/** Returns each cash movement and drawer opening with its time, reason and person. */
export function cashMoves({ shift, timezone }: ReportSubject, t: TFunction): readonly ReportLine[] {
  const prefixOf = (type: string): string =>
    type === 'NoSale' ? `${t('floor.drawerOpened')}: ` : type === 'Drop' ? `${t('floor.drop')}: ` : '';
  return shift.cash.map((event) =>
    amount(
      `${clockTime(event.at, timezone)} ${prefixOf(event.type)}${event.reason} · ${event.byName}`,
      event.kind === 'In' ? event.amount : -event.amount,
    ),
  );
}
