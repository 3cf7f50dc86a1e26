import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReportRow } from '../report.ts';
import { allReports, findReport } from '../reports.ts';
import type { Chart, ChartFrame, ChartLook } from './chart.ts';
import { chartOf } from './chart-of.ts';
import type { Plot, PlotPoint } from './plot.ts';
import { type PlotSource, plotOf } from './plot-of.ts';

const texts = { word: (text: string) => text, day: (date: string) => date.slice(5) };
const march = { from: '2026-03-01', to: '2026-03-03' };
const of = (rows: ReportRow[], compared: ReportRow[] | null = null): PlotSource => ({
  range: march,
  rows,
  compared: compared && { range: { from: '2026-02-26', to: '2026-02-28' }, rows: compared },
});
function drawn(key: string, source: PlotSource): Plot {
  const report = findReport(key);
  const plot = report && plotOf(report, source, texts);
  if (!plot) throw new Error(`No plot of ${key}`);
  return plot;
}
const look: ChartLook = {
  ink: 'ink',
  faint: 'faint',
  grid: 'grid',
  main: 'main',
  soft: 'soft',
  before: 'before',
  parts: ['part0', 'part1', 'part2', 'part3'],
  font: 'sans-serif',
};
const frame = (width: number, isMirrored = false): ChartFrame => ({ width, textSize: 12, isMirrored, look });
interface Series {
  readonly type: string;
  readonly data: readonly unknown[];
  readonly itemStyle?: { readonly color?: string };
}
const seriesOf = ({ option }: Chart) => option['series'] as readonly Series[];
const points = (plot: Plot): readonly PlotPoint[] => ('points' in plot ? (plot.points as readonly PlotPoint[]) : []);

it('[R35.79] draws days as a line with every day, and the compared days in their order', () => {
  const plot = drawn(
    'sales',
    of(
      [
        { date: '2026-03-01', total: 500 },
        { date: '2026-03-03', total: 700 },
      ],
      [{ date: '2026-02-27', total: 90 }],
    ),
  );
  expect(plot.kind).toBe('line');
  expect(points(plot)).toEqual([
    { label: '03-01', value: 500, before: 0 },
    { label: '03-02', value: 0, before: 90 },
    { label: '03-03', value: 700, before: 0 },
  ]);
  const chart = chartOf(plot, frame(600));
  expect(seriesOf(chart).map(({ type, data }) => [type, data])).toEqual([
    ['line', [5, 0, 7]],
    ['line', [0, 0.9, 0]],
  ]);
  expect(seriesOf(chart)[1]).toMatchObject({ lineStyle: { type: 'dashed', color: 'before' } });
  expect(chart.marks.map(({ text }) => text.replaceAll('\u00a0', ' '))[1]).toBe('03-02 · MVR 0.00 · Before MVR 0.90');
});

it('[R35.79] draws bars by hour, item, method and person, with what they were before', () => {
  const hours = drawn(
    'sales-by-hour',
    of([
      { hour: '09:00', total: 5 },
      { hour: '11:00', total: 7 },
    ]),
  );
  expect([hours.kind, points(hours).map(({ label }) => label)]).toEqual(['columns', ['09:00', '10:00', '11:00']]);
  for (const [key, label, value] of [
    ['sales-by-item', 'item', 'amount'],
    ['payments', 'method', 'amount'],
    ['sales-by-server', 'person', 'total'],
  ] as const) {
    const plot = drawn(
      key,
      of(
        [
          { [label]: 'A', [value]: 3 },
          { [label]: 'B', [value]: 9 },
        ],
        [{ [label]: 'A', [value]: 4 }],
      ),
    );
    expect([plot.kind, points(plot)]).toEqual([
      'bars',
      [
        { label: 'B', value: 9, before: 0 },
        { label: 'A', value: 3, before: 4 },
      ],
    ]);
  }
});

it('[R35.79] draws a heat map of weekday by hour, darker where more was sold', () => {
  const plot = drawn(
    'sales-by-weekday',
    of([
      { weekday: 'Friday', hour: '20:00', total: 800 },
      { weekday: 'Sunday', hour: '18:00', total: 200 },
    ]),
  );
  const chart = chartOf(plot, frame(400));
  const cells = seriesOf(chart)[0]?.data as { value: number[]; itemStyle: { color: string; opacity: number } }[];
  expect(cells.filter(({ itemStyle }) => itemStyle.color === 'main')).toEqual([
    { value: [0, 0], itemStyle: { color: 'main', opacity: 0.12 + 0.88 / 4 } },
    { value: [2, 5], itemStyle: { color: 'main', opacity: 1 } },
  ]);
  expect(chart.marks).toHaveLength(7 * 3);
});

it('[R35.79] draws menu engineering as a plane of popularity and margin, without items of unknown cost', () => {
  const plot = drawn(
    'menu-engineering',
    of([
      { item: 'Tea', size: '', qty: 100, margin: 500, class: 'Plowhorse' },
      { item: 'Lobster', size: 'Large', qty: 5, margin: 9000, class: 'Puzzle' },
      { item: 'Cake', size: '', qty: 9, margin: null, class: 'Cost unknown' },
    ]),
  );
  expect(plot).toMatchObject({
    kind: 'plane',
    points: [{ label: 'Tea' }, { label: 'Lobster Large', group: 'Puzzle' }],
  });
  const chart = chartOf(plot, frame(500));
  expect(JSON.stringify(chart.option)).toMatch(/Quantity.*Star.*Plowhorse.*Puzzle.*Dog.*Tea/);
  expect(chart.marks.map(({ at }) => at)).toEqual([
    [100, 5],
    [5, 90],
  ]);
});

it('[R35.79] draws stock by age as stacked bars whose parts are as long as their values', () => {
  const plot = drawn('stock-age', of([{ item: 'Rice', worth: 1000, to30: 500, to60: 0, to90: 250, older: 250 }]));
  const series = seriesOf(chartOf(plot, frame(500)));
  expect(series.map(({ itemStyle, data }) => [itemStyle?.color, data[0]])).toEqual([
    ['part0', 5],
    ['part1', 0],
    ['part2', 2.5],
    ['part3', expect.objectContaining({ value: 2.5 })],
  ]);
});

it('[R35.79] names a unit on every axis and has data for every value, in both directions, without movement', () => {
  const value = fc.integer({ min: -50_000, max: 5_000_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...allReports.filter(({ chart }) => chart !== 'none')),
      fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 280, max: 1300 }),
      (report, values, width) => {
        const rows = values.map(([one, other], index): ReportRow => {
          const row = Object.fromEntries(
            report.columns.map(({ key, kind }) => [key, kind === 'text' ? `A ${index}` : one]),
          );
          return {
            ...row,
            date: `2026-03-0${1 + (index % 3)}`,
            hour: `${10 + (index % 9)}:00`,
            weekday: 'Monday',
            qty: Math.abs(other),
            margin: other,
          };
        });
        const plot = plotOf(report, of(rows, rows), texts);
        if (!plot) return;
        for (const isMirrored of [false, true]) {
          const { option, marks } = chartOf(plot, frame(width, isMirrored));
          expect(JSON.stringify(option)).toContain(`"text":${JSON.stringify(plot.unit.name)}`);
          expect(JSON.parse(JSON.stringify(option))).toMatchObject({ animation: false });
          expect(option['xAxis']).toMatchObject({ inverse: isMirrored });
          expect(option['yAxis']).toMatchObject({ position: isMirrored ? 'right' : 'left' });
          for (const { series, index } of marks)
            expect(seriesOf({ option } as Chart)[series]?.data[index]).toBeDefined();
        }
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});
