/** A report's values as people read them. */
import { formatDate } from '../date/format.ts';
import { formatAmount } from '../money/money.ts';
import type { ReportColumn, ReportValue } from './report.ts';

/** Kinds that stand at the end of their column. */
export const isNumber = ({ kind }: Pick<ReportColumn, 'kind'>): boolean =>
  kind !== 'text' && kind !== 'date' && kind !== 'instant';

/** Answers a number with at most three decimals, its thousands apart: '1,234.5'. Without Intl, whose first use takes a twentieth of a second. */
export function plainText(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000).split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

/** Answers a report's value as people read it, nothing for null; `instant` says an instant (ISO) by the outlet's clock. */
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
