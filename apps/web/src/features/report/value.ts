import type { ReportColumn, ReportValue } from '@atoll/domain/report/report';
import { plainText, valueText as valueIn } from '@atoll/domain/report/value-text';
import { dayAndTime } from '../../locale/instant.ts';
import { t } from '../../locale/locale.ts';

export { isNumber } from '@atoll/domain/report/value-text';

/** Answers a report's value as people read it; nothing for null. */
export const valueText = (
  column: Pick<ReportColumn, 'kind'>,
  value: ReportValue | undefined,
  timezone: string,
): string => valueIn(column, value, (iso) => dayAndTime(iso, timezone));

/** Answers how much a figure changed against another, in percent with a sign; 'N/A' against nothing. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '0 %' : t('report.notAvailable');
  const percent = Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
  return `${percent > 0 ? '+' : ''}${plainText(percent)} %`;
}
