import type { ReportColumn, ReportValue } from '@atoll/domain/report/report';
import { wordText } from '@atoll/domain/report/report-word';
import { plainText, valueText as valueIn } from '@atoll/domain/report/value-text';
import { dayAndTime } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import { t } from '../../locale/locale.ts';

export { isNumber } from '@atoll/domain/report/value-text';

/** Returns a report's value as readable text; empty for null. */
export const valueText = (
  column: Pick<ReportColumn, 'kind' | 'isWord' | 'isKey'>,
  value: ReportValue | undefined,
  timezone: string,
): string =>
  column.isWord && typeof value === 'string'
    ? wordText(column, value, labelText)
    : valueIn(column, value, (iso) => dayAndTime(iso, timezone));

/** Returns the change of a figure against another, in percent with a sign; 'N/A' when the other is 0. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? '0 %' : t('report.notAvailable');
  const percent = Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
  return `${percent > 0 ? '+' : ''}${plainText(percent)} %`;
}
