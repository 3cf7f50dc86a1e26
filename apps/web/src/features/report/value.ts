import { formatDate } from '@atoll/domain/date/format';
import { formatAmount } from '@atoll/domain/money/money';
import type { ReportColumn, ReportValue } from '@atoll/domain/report/report';
import { dayAndTime, inWords } from '../../locale/instant.ts';
import { t } from '../../locale/locale.ts';

/** Kinds that stand at the end of their column. */
export const isNumber = ({ kind }: Pick<ReportColumn, 'kind'>): boolean =>
  kind !== 'text' && kind !== 'date' && kind !== 'instant';

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** Answers a report's value as people read it; nothing for null. */
export function valueText(
  column: Pick<ReportColumn, 'kind'>,
  value: ReportValue | undefined,
  timezone: string,
): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') {
    if (column.kind === 'date') return inWords(formatDate(value));
    return column.kind === 'instant' ? dayAndTime(value, timezone) : value;
  }
  if (column.kind === 'money') return formatAmount(value);
  return column.kind === 'percent' ? `${plain.format(value)} %` : plain.format(value);
}

/** Answers how much a figure changed against another, in percent with a sign; 'N/A' against nothing. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '0 %' : t('report.notAvailable');
  const percent = Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
  return `${percent > 0 ? '+' : ''}${plain.format(percent)} %`;
}
