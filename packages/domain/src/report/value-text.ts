/** Formats the values of reports. */
import { formatDate } from '../date/format.ts';
import { formatAmount } from '../money/money.ts';
import type { ReportColumn, ReportValue } from './report.ts';

/** Returns whether a column has numbers, which are aligned at its end. */
export const isNumber = ({ kind }: Pick<ReportColumn, 'kind'>): boolean =>
  kind !== 'text' && kind !== 'date' && kind !== 'instant';

/** Returns a number with thousands separators and at most three decimals: '1,234.5', '−2'. Does not use Intl, whose first use takes about 50 ms. */
export function plainText(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000)
    .replace('-', '−')
    .split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

/** Returns a report's value as formatted text, '' for null; `instant` formats an ISO instant in the outlet's timezone. */
export function valueText(
  column: Pick<ReportColumn, 'kind'>,
  value: ReportValue | undefined,
  instant: (iso: string) => string,
): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') {
    if (column.kind === 'date') return formatDate(value);
    return column.kind === 'instant' ? instant(value) : value;
  }
  if (column.kind === 'money') return formatAmount(value);
  return column.kind === 'percent' ? `${plainText(value)} %` : plainText(value);
}
