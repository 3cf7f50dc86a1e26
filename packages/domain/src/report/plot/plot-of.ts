/** Makes the plot of a report from its rows. Source: R35.79. */
import { addDays, daysBetween } from '../../date/business-day.ts';
import type { DateRange } from '../../date/ranges.ts';
import { availabilityDays } from '../../menu/availability.ts';
import { formatMoney } from '../../money/money.ts';
import { menuClassNames } from '../menu-class.ts';
import type { ReportColumn, ReportDefinition, ReportRow } from '../report.ts';
import { wordText } from '../report-word.ts';
import { plainText } from '../value-text.ts';
import type { Plot, PlotPoint, PlotUnit } from './plot.ts';

/** Bars that are drawn, the largest. */
const maxBars = 12;
/** Names of the corners of the plane: popular or not, profitable or not. */
const corners = menuClassNames;

export interface PlotRows {
  readonly range: DateRange;
  readonly rows: readonly ReportRow[];
}

export interface PlotSource extends PlotRows {
  readonly compared: PlotRows | null;
}

/** How words and days are written for the reader. */
export interface PlotTexts {
  word(text: string): string;
  /** A business day as a short text. */
  day(date: string): string;
}

type Labelled = ReadonlyMap<string, number>;

/** Returns the unit of a column. */
export function unitOf({ kind, label }: ReportColumn, { word }: PlotTexts): PlotUnit {
  if (kind === 'money')
    return { name: 'MVR', divisor: 100, isWhole: false, text: (value) => formatMoney(Math.round(value)) };
  const name = kind === 'percent' ? '%' : kind === 'minutes' ? 'min' : word(label);
  return { name, divisor: 1, isWhole: kind === 'count', text: plainText };
}

/** Returns the sums of a column by the texts of another one, in the order of the rows. */
function sumsBy(rows: readonly ReportRow[], label: string, value: string): Labelled {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = String(row[label] ?? '');
    sums.set(name, (sums.get(name) ?? 0) + Number(row[value] ?? 0));
  }
  return sums;
}

/** Returns a point for each day of the range, also those without a sale; compared days stand in their order. */
function dayPoints(of: PlotSource, sums: (rows: readonly ReportRow[]) => Labelled, { day }: PlotTexts): PlotPoint[] {
  const { from, to } = of.range;
  const now = sums(of.rows);
  const then = of.compared && sums(of.compared.rows);
  const comparedDays = of.compared ? daysBetween(of.compared.range.from, of.compared.range.to) : -1;
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index): PlotPoint => {
    const date = addDays(from, index);
    const before =
      then && index <= comparedDays ? (then.get(addDays(of.compared?.range.from ?? from, index)) ?? 0) : null;
    return { label: day(date), value: now.get(date) ?? 0, before };
  });
}

const hourOf = (label: string): number => Number(label.slice(0, 2));
const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Returns the hours from the first to the last of some labels. */
function hoursOf(labels: Iterable<string>): string[] {
  const hours = [...labels].map(hourOf);
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => hourText(first + index));
}

function hourPoints(now: Labelled, then: Labelled | null): PlotPoint[] {
  return hoursOf([...now.keys(), ...(then?.keys() ?? [])]).map((label) => ({
    label,
    value: now.get(label) ?? 0,
    before: then ? (then.get(label) ?? 0) : null,
  }));
}

function barPoints(now: Labelled, then: Labelled | null, nameOf: (text: string) => string): PlotPoint[] {
  return [...now]
    .map(([name, value]) => ({ label: nameOf(name), value, before: then ? (then.get(name) ?? 0) : null }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, maxBars);
}

/** Returns the plot of a report in the reader's words; null when it has none or too few rows to look at. */
export function plotOf(report: ReportDefinition, of: PlotSource, texts: PlotTexts): Plot | null {
  const { chart, chartOf, columns } = report;
  const find = (key: string | undefined) => columns.find((column) => column.key === key);
  const [label, column, by] = [find(chartOf?.label), find(chartOf?.value), find(chartOf?.by)];
  if (chart === 'none' || !label || !column || of.rows.length === 0) return null;
  const base = { unit: unitOf(column, texts), words: { before: texts.word('Before') } };
  const nameOf = (name: string): string => (label.isWord ? wordText(label, name, texts.word) : name);
  if (chart === 'heat' && by)
    return { ...base, kind: 'heat', ...heatOf(of.rows, [label.key, by.key, column.key], texts) };
  if (chart === 'plane' && by) return planeOf(of.rows, { label, by, column }, texts);
  if (chart === 'stack') {
    const parts = (chartOf?.parts ?? []).flatMap((key) => find(key) ?? []);
    const bars = of.rows
      .map((row) => ({
        label: nameOf(String(row[label.key] ?? '')),
        values: parts.map(({ key }) => Number(row[key] ?? 0)),
        size: Number(row[column.key] ?? 0),
      }))
      .toSorted((a, b) => b.size - a.size)
      .slice(0, maxBars);
    return { ...base, kind: 'stack', parts: parts.map((part) => texts.word(part.label)), bars };
  }
  const sums = (rows: readonly ReportRow[]): Labelled => sumsBy(rows, label.key, column.key);
  const [now, then] = [sums(of.rows), of.compared && sums(of.compared.rows)];
  if (label.kind === 'date') {
    const points = dayPoints(of, sums, texts);
    return points.length < 2 ? null : { ...base, kind: 'line', points };
  }
  const isHours = label.key === 'hour';
  const points = isHours ? hourPoints(now, then) : barPoints(now, then, nameOf);
  return points.length < 2 && !then ? null : { ...base, kind: isHours ? 'columns' : 'bars', points };
}

/** Returns the cells by weekday, from Sunday, and hour. */
function heatOf(
  rows: readonly ReportRow[],
  [hourKey, dayKey, valueKey]: readonly [string, string, string],
  texts: PlotTexts,
) {
  const [, ...days] = availabilityDays;
  const columns = hoursOf(rows.map((row) => String(row[hourKey] ?? '')));
  const values = days.map((day) =>
    columns.map((hour) =>
      rows
        .filter((row) => row[dayKey] === day && row[hourKey] === hour)
        .reduce((sum, row) => sum + Number(row[valueKey] ?? 0), 0),
    ),
  );
  return { columns, rows: days.map((day) => texts.word(day)), values };
}

interface PlaneColumns {
  readonly label: ReportColumn;
  readonly by: ReportColumn;
  readonly column: ReportColumn;
}

/** Returns the plane of popularity and margin; the cross stands where the classes change (docs/rules.md#menu-engineering). */
function planeOf(rows: readonly ReportRow[], { label, by, column }: PlaneColumns, texts: PlotTexts): Plot | null {
  const known = rows.filter((row) => row[column.key] !== null && row[column.key] !== undefined);
  if (known.length < 2) return null;
  const points = known.map((row) => ({
    label: [row[label.key], row['size']].filter((text) => text !== null && text !== undefined && text !== '').join(' '),
    x: Number(row[by.key] ?? 0),
    y: Number(row[column.key] ?? 0),
    group: texts.word(String(row['class'] ?? '')),
  }));
  const sold = points.reduce((sum, { x }) => sum + x, 0);
  const left = points.reduce((sum, { x, y }) => sum + x * y, 0);
  const [star, plowhorse, puzzle, dog] = corners.map((name) => texts.word(name));
  return {
    kind: 'plane',
    unit: { ...unitOf(column, texts), name: `MVR · ${texts.word(column.label)}` },
    xUnit: unitOf(by, texts),
    words: { before: texts.word('Before') },
    points,
    cross: { x: (0.7 * sold) / points.length, y: sold === 0 ? 0 : left / sold },
    corners: [star ?? '', plowhorse ?? '', puzzle ?? '', dog ?? ''],
  };
}
