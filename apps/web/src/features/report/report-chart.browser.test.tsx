import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { findReport } from '@atoll/domain/report/reports';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../../ui/hook/testing.tsx';
import { ReportChart } from './report-chart.tsx';

// Loaded by the first chart otherwise, which takes a while on a busy machine.
beforeAll(() => import('../../ui/plot/chart-library.ts'));
afterEach(clear);

const result = (
  reportKey: string,
  rows: ReportResult['rows'],
  before: ReportResult['rows'] | null = null,
): ReportResult => ({
  id: 5,
  config: { reportKey, range: 'Custom', compareTo: 'PreviousPeriod', filters: {} },
  range: { from: '2026-03-01', to: '2026-03-03' },
  rows,
  totals: {},
  compared: before && { range: { from: '2026-02-26', to: '2026-02-28' }, rows: before, totals: {} },
  isCut: false,
  at: '2026-03-04T08:00:00.000Z',
});
const draw = async (...made: Parameters<typeof result>) => {
  const report = findReport(made[0]);
  if (!report) throw new Error('No report');
  await show(<ReportChart report={report} result={result(...made)} />);
};
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const days = [
  { date: '2026-03-01', total: 150_000 },
  { date: '2026-03-03', total: 90_000 },
];

it.each([
  ['a computer', 1280],
  ['a phone', 390],
])(
  '[R35.79] shows on %s the line by day with the compared period, in MVR, and values by keyboard',
  async (_, width) => {
    await page.viewport(width, 844);
    await draw('sales', days, [{ date: '2026-02-26', total: 70_000 }]);
    const plot = page.getByRole('slider', { name: 'Sales summary as a chart' });
    await expect.element(plot).toBeVisible();
    const drawn = () => plot.element().querySelector('svg') as SVGSVGElement;
    // The element of a chart is there before its lines.
    const lines = () => [
      drawn()?.querySelectorAll('path[stroke-dasharray]').length,
      drawn()?.querySelectorAll(`path[stroke="${token('--accent')}"][fill="none"]`).length,
    ];
    await expect.poll(lines).toEqual([1, 1]);
    await expect.poll(() => drawn().getBoundingClientRect().width).toBeGreaterThan(width * 0.6);
    const svg = drawn();
    expect(svg.getBoundingClientRect().right).toBeLessThanOrEqual(width);
    expect(lines()).toEqual([1, 1]);
    expect(svg.textContent).toContain('MVR');
    await expect.element(page.getByText('26 Feb 2026 – 28 Feb 2026')).toBeVisible();
    (plot.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect
      .poll(() => page.getByRole('status').element().textContent)
      .toMatch(/^1 Mar · MVR\s1,500\.00 · Before MVR\s700\.00$/);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/^3 Mar · MVR\s900\.00/);
  },
);

it('[R35.79] shows the value of the place that is touched', async () => {
  await page.viewport(390, 844);
  await draw('payments', [
    { method: 'Cash', amount: 50_000 },
    { method: 'Card', amount: 20_000 },
  ]);
  const plot = page.getByRole('slider', { name: 'Payments by method as a chart' });
  await expect.element(plot).toBeVisible();
  await expect.poll(() => plot.element().querySelector('svg')?.textContent).toContain('Card');
  const svg = plot.element().querySelector('svg') as SVGSVGElement;
  const { left, top, width } = svg.getBoundingClientRect();
  const at = (y: number) =>
    svg.dispatchEvent(
      new PointerEvent('pointerdown', {
        bubbles: true,
        pointerType: 'touch',
        clientX: left + width / 2,
        clientY: top + y,
      }),
    );
  at(30);
  await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/^Cash · MVR\s500\.00/);
  at(65);
  await expect.poll(() => page.getByRole('status').element().textContent).toMatch(/^Card · MVR\s200\.00/);
});

it('[R35.79] draws in the colours of the theme, also after it changes', async () => {
  await page.viewport(1280, 800);
  const { dataset } = document.documentElement;
  const was = dataset['theme'];
  await draw('sales', days);
  const plot = page.getByRole('slider', { name: 'Sales summary as a chart' });
  const line = () => plot.element().querySelector('path[fill="none"][stroke-linejoin="bevel"]')?.getAttribute('stroke');
  const seen: string[] = [];
  for (const theme of ['light', 'dark']) {
    dataset['theme'] = theme;
    await expect.poll(line).toBe(token('--accent'));
    seen.push(token('--accent'));
  }
  expect(new Set(seen).size).toBe(2);
  if (was === undefined) delete dataset['theme'];
  else dataset['theme'] = was;
});
