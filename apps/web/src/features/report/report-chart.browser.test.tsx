import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { findReport } from '@atoll/domain/report/reports';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../../ui/hook/testing.tsx';
import { ReportChart } from './report-chart.tsx';

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
    const svg = plot.element().querySelector('svg') as SVGSVGElement;
    await expect.poll(() => svg.getBoundingClientRect().width).toBeGreaterThan(width * 0.6);
    expect(svg.getBoundingClientRect().right).toBeLessThanOrEqual(width);
    expect(svg.querySelectorAll('polyline[data-tone="main"], polyline[data-dashed]')).toHaveLength(2);
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
