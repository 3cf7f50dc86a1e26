import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReportRow } from '../report.ts';
import { allReports, findReport } from '../reports.ts';
import type { Plot, PlotPoint } from './plot.ts';
import { type PlotSource, plotOf } from './plot-of.ts';
import { roundTicks } from './scale.ts';
import { mirrored } from './scene.ts';
import { sceneOf } from './scene-of.ts';

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
  const scene = sceneOf(plot, { width: 600, textSize: 12 });
  expect(scene.shapes.filter((shape) => shape.shape === 'path' && shape.isDashed)).toHaveLength(1);
  expect(scene.marks.map(({ text }) => text.replaceAll('\u00a0', ' '))[1]).toBe('03-02 · MVR 0.00 · Before MVR 0.90');
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
  const { shapes, marks } = sceneOf(plot, { width: 400, textSize: 12 });
  const levels = shapes.flatMap((shape) => (shape.shape === 'rect' && shape.tone === 'heat' ? [shape.level] : []));
  expect(levels.toSorted((a = 0, b = 0) => a - b)).toEqual([0.12 + 0.88 / 4, 1]);
  expect(marks).toHaveLength(7 * 3);
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
  const { shapes } = sceneOf(plot, { width: 500, textSize: 12 });
  const said = shapes.flatMap((shape) => (shape.shape === 'text' ? [shape.text] : []));
  expect(said).toEqual(expect.arrayContaining(['Star', 'Plowhorse', 'Puzzle', 'Dog', 'Quantity', 'Tea']));
  const [tea, lobster] = shapes.flatMap((shape) => (shape.shape === 'dot' ? [shape] : []));
  expect([tea!.x > lobster!.x, tea!.y > lobster!.y]).toEqual([true, true]);
});

it('[R35.79] draws stock by age as stacked bars whose parts are as long as their values', () => {
  const plot = drawn('stock-age', of([{ item: 'Rice', worth: 1000, to30: 500, to60: 0, to90: 250, older: 250 }]));
  const parts = sceneOf(plot, { width: 500, textSize: 12 }).shapes.flatMap((shape) =>
    shape.shape === 'rect' && shape.height < 10 ? [shape] : [],
  );
  expect(parts.map(({ tone }) => tone)).toEqual(['series0', 'series2', 'series3']);
  expect(parts[0]!.width / parts[1]!.width).toBeCloseTo(2);
});

it('[R35.79] names a unit on every axis and keeps every shape inside the plot, in both directions', () => {
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
        const made = sceneOf(plot, { width, textSize: 12 });
        expect(made.shapes.some((shape) => shape.shape === 'text' && shape.text.includes(plot.unit.name))).toBe(true);
        for (const scene of [made, mirrored(made)])
          for (const shape of scene.shapes) {
            const xs =
              shape.shape === 'path'
                ? shape.points.map(([x]) => x)
                : shape.shape === 'rect'
                  ? [shape.x, shape.x + shape.width]
                  : [shape.x];
            expect(Math.min(...xs)).toBeGreaterThanOrEqual(-1);
            expect(Math.max(...xs)).toBeLessThanOrEqual(width + 1);
          }
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

it('[R35.79] chooses round ticks that cover the values and zero', () => {
  expect(roundTicks([0, 437])).toEqual([0, 100, 200, 300, 400, 500]);
  expect(roundTicks([3], true)).toEqual([0, 1, 2, 3]);
  expect(roundTicks([])).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e7, max: 1e7 }), { minLength: 1 }), (values) => {
      const ticks = roundTicks(values);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values));
      expect(ticks.length).toBeLessThanOrEqual(8);
    }),
  );
});
