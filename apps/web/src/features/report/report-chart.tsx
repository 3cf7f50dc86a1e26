import type { ReportDefinition, ReportRow } from '@atoll/domain/report/report';
import { useTranslation } from 'react-i18next';
import { shortDay } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import css from './report-chart.module.css';
import { valueText } from './value.ts';

interface ChartProps {
  readonly report: ReportDefinition;
  readonly rows: readonly ReportRow[];
  readonly timezone: string;
}

const maxBars = 12;
const maxColumns = 62;

/** Draws a report's main figure. The table below has the same data, so screen readers skip the chart. */
export function ReportChart({ report, rows, timezone }: ChartProps) {
  const { t } = useTranslation();
  const { chart, chartOf, columns, title } = report;
  const column = columns.find(({ key }) => key === chartOf?.value);
  const label = columns.find(({ key }) => key === chartOf?.label);
  if (chart === 'none' || !column || !label || rows.length < 2) return null;
  const points = rows.map((row) => ({
    label: label.kind === 'date' ? shortDay(String(row[label.key])) : String(row[label.key] ?? ''),
    value: Number(row[column.key] ?? 0),
    text: valueText(column, row[column.key], timezone),
  }));
  const name = t('report.chart', { title: labelText(title) });
  const isTime = label.kind === 'date' || label.key === 'hour';
  return (
    <figure className={css.chart} aria-label={name}>
      <figcaption>{labelText(column.label)}</figcaption>
      {isTime ? <Columns points={points.slice(-maxColumns)} /> : <Bars points={points.slice(0, maxBars)} />}
    </figure>
  );
}

interface Point {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** Draws vertical bars side by side: days and hours. */
function Columns({ points }: { points: readonly Point[] }) {
  const max = Math.max(1, ...points.map(({ value }) => value));
  const every = Math.ceil(points.length / 12);
  return (
    <div className={css.columns} aria-hidden="true">
      {points.map(({ label, value, text }, index) => (
        <div key={label} title={`${label} · ${text}`}>
          <span>
            <i style={{ blockSize: `${(Math.max(0, value) / max) * 100}%` }} data-most={value === max || undefined} />
          </span>
          <small data-between={index % (2 * every) !== 0 || undefined}>{index % every === 0 ? label : ''}</small>
        </div>
      ))}
    </div>
  );
}

/** Draws horizontal bars, the largest first. */
function Bars({ points }: { points: readonly Point[] }) {
  const max = Math.max(1, ...points.map(({ value }) => value));
  return (
    <ul className={css.bars} aria-hidden="true">
      {points.map(({ label, value, text }, index) => (
        // The index is the key: two sizes of an item have the same label.
        <li key={index}>
          <span>{label}</span>
          <b>{text}</b>
          <i style={{ inlineSize: `${Math.max(0.5, (Math.max(0, value) / max) * 100)}%` }} />
        </li>
      ))}
    </ul>
  );
}
