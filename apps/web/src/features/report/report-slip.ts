/** A report as a slip for the receipt printer: for each row its name and main figure, then the totals. */

import type { PrintSlip } from '@atoll/domain/contract/bill/print';
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import type { ReportColumn, ReportDefinition } from '@atoll/domain/report/report';
import { labelText } from '../../locale/label.ts';
import { t } from '../../locale/locale.ts';
import { isNumber, valueText } from './value.ts';

/** Rows of the report on a slip, without the totals below them. */
const maxRows = 150;

/**
 * Returns the column of a row's main figure: the one that the chart draws, otherwise the last amount with a total,
 * otherwise the last number.
 */
function figureOf({ columns, chartOf }: ReportDefinition): ReportColumn | undefined {
  const charted = columns.find(({ key }) => key === chartOf?.value);
  return (
    charted ?? columns.findLast(({ hasTotal, kind }) => hasTotal && kind === 'money') ?? columns.findLast(isNumber)
  );
}

/** Returns the slip of a report. */
export function reportSlip(
  report: ReportDefinition,
  { rows, totals, range }: ReportResult,
  timezone: string,
): PrintSlip {
  const figure = figureOf(report);
  const names = report.columns.filter((column) => !isNumber(column)).slice(0, 2);
  const lines = rows.slice(0, maxRows).map((row) => ({
    label: names
      .map((column) => valueText(column, row[column.key], timezone))
      .filter((name) => name !== '')
      .join(' · ')
      .slice(0, 60),
    value: figure ? valueText(figure, row[figure.key], timezone) : '',
  }));
  const sums = report.columns
    .filter(({ key, hasTotal }) => hasTotal && key in totals)
    .map((column) => ({
      label: `${t('report.total')} ${labelText(column.label)}`.slice(0, 60),
      value: valueText(column, totals[column.key], timezone),
    }));
  return {
    title: labelText(report.title).slice(0, 60),
    rows: [...lines, ...sums],
    note: [
      report.hasRange === false ? '' : `${range.from} – ${range.to}`,
      rows.length > maxRows ? t('report.cut', { count: maxRows }) : '',
    ]
      .filter((text) => text !== '')
      .join('\n'),
  };
}
