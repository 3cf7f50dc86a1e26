import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt, staffSizes, textsOutside } from '../../ui/hook/testing.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';
import type { Figures } from './figures.ts';
import { hourPoints } from './hour-plot.tsx';

const shift: NonNullable<Figures['shift']> = {
  number: 12,
  status: 'Open',
  openedAt: '2026-03-10T03:02:00.000Z',
  openedBy: 'Aisha',
  people: ['Aisha', 'Hassan'],
  expectedCash: 123_450,
};
const figures: Figures = {
  from: '2026-03-10',
  to: '2026-03-10',
  bills: 4,
  covers: 9,
  sales: 150_000,
  discount: 2500,
  gst: 0,
  serviceCharge: 0,
  openBills: 2,
  openTotal: 30_000,
  byHour: [
    { hour: 12, sales: 100_000, bills: 3 },
    { hour: 1, sales: 50_000, bills: 1 },
  ],
  byMethod: [{ method: 'Cash', amount: 150_000 }],
  byType: [{ type: 'Table', sales: 150_000, bills: 4 }],
  topItems: [],
  slowItems: [],
  before: {
    from: '2026-03-03',
    to: '2026-03-03',
    bills: 2,
    covers: 4,
    sales: 120_000,
    discount: 0,
    until: '2026-03-03T09:32:00.000Z',
    byHour: [
      { hour: 12, sales: 120_000 },
      { hour: 20, sales: 400_000 },
    ],
  },
  voids: { count: 1, amount: 7700 },
  lateSlots: [],
  lowStock: 4,
  shift,
  lastClose: {
    number: 11,
    date: '2026-03-09',
    at: '2026-03-09T18:40:00.000Z',
    by: 'Hassan',
    bills: 31,
    sales: 987_600,
    difference: -500,
  },
};
const noSales: Figures = { ...figures, bills: 0, covers: 0, sales: 0, byHour: [], byMethod: [], byType: [] };

let asked: URLSearchParams[];
let answer: Figures;
beforeEach(async () => {
  await page.viewport(1280, 900);
  await openTill();
  useApp.setState({ features: ['Inventory'] });
  asked = [];
  answer = figures;
  const server = fakeServer();
  server.handler = ({ path }) => (path.startsWith('/app/dashboard') ? { body: answer } : undefined);
  vi.stubGlobal('fetch', (async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href);
    if (url.pathname.endsWith('/app/dashboard')) asked.push(url.searchParams);
    return server.fetch(input, init);
  }) as typeof fetch);
});
// Loaded by the first chart otherwise, which takes a while on a busy machine.
beforeAll(() => import('../../ui/plot/chart-library.ts'));
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});
const open = () => showAt('/dashboard', <DashboardScreen />);

it('[R35.70] offers the ranges by the names of the specification, and Custom with its days', async () => {
  await open();
  const range = page.getByLabelText('Range');
  await expect.element(range).toBeVisible();
  const names = [...range.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(names).toEqual(['Today', 'Weekly', 'Monthly', 'Last Month', 'Quarterly', 'Yearly', 'Last Year', 'Custom']);
  await range.selectOptions('Custom');
  await page.getByLabelText('From', { exact: true }).click();
  await page.getByRole('button', { name: /^1\b/ }).first().click();
  await expect.poll(() => asked.at(-1)?.get('range')).toBe('Custom');
  await expect.poll(() => asked.at(-1)?.get('start')).toMatch(/-\d\dT23:00:00\.000Z$/);
});

it('tells of low stock only in an outlet that keeps stock', async () => {
  answer = noSales;
  await open();
  await expect.element(page.getByText('4 items low in stock')).toBeVisible();
  useApp.setState({ features: [] });
  await expect.element(page.getByText('4 items low in stock')).not.toBeInTheDocument();
  const rest = page.getByRole('region', { name: 'Right now' });
  expect(rest.element().textContent).not.toContain('Low stock');
});

it('[R35.56] says what the figures are compared with, and shows the figures of then', async () => {
  await open();
  const said = page.getByRole('paragraph').filter({ hasText: 'Compared with Tuesday 3 March until 14:32' });
  await expect.element(said).toBeVisible();
  await expect.element(page.getByText('+25 %').first()).toBeVisible();
  await expect.element(page.getByText('before 1,200.00')).toBeVisible();
  expect(document.body.textContent).toContain('25 % morebefore 1,200.00');
});

it('[R35.56] shows last close, shift, open bills and low stock before the first sale, and no change', async () => {
  answer = noSales;
  await open();
  await expect
    .poll(() => page.getByRole('region', { name: 'Last close' }).element().textContent)
    .toMatch(/Shift 11 by Hassan.*9,876\.00.*31/);
  await expect.element(page.getByRole('region', { name: 'Shift' }).getByText('Aisha · Hassan')).toBeVisible();
  const rest = page.getByRole('region', { name: 'Right now' });
  await expect.poll(() => rest.element().textContent).toMatch(/2 · MVR\s300\.00.*4 items/);
  expect(document.body.textContent).not.toContain('100 %');
  expect(document.body.textContent).not.toContain('before 1,200.00');
});

it('[R35.80] shows the compared day as a line over the hours, both totals so far, and the axis in MVR', async () => {
  await open();
  const plot = page.getByRole('slider', { name: 'Sales by hour' });
  await expect.element(plot).toBeVisible();
  await expect.poll(() => plot.element().querySelectorAll('path[stroke-dasharray]')).toHaveLength(1);
  const svg = plot.element().querySelector('svg');
  expect([...(svg?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['MVR', '1,000', '4,000', '12:00']),
  );
  const panel = page.getByRole('region', { name: 'Sales by hour' });
  await expect.poll(() => panel.element().textContent).toMatch(/So far\s*MVR\s1,500\.00.*until 14:32\s*MVR\s1,200\.00/);
  (plot.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('status').filter({ hasText: /01:00 · MVR\s500\.00/ })).toBeVisible();
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByText(/12:00 · MVR\s1,000\.00 · Before MVR\s1,200\.00/)).toBeVisible();
  await expect.element(page.getByRole('row', { name: /20:00 MVR\s0\.00 MVR\s4,000\.00/ })).toBeInTheDocument();
});

it('[R35.80] shows cash expected, the state of the shift, who is on it, voids and discounts of the day', async () => {
  await open();
  const shown = page.getByRole('region', { name: 'Shift' });
  await expect
    .poll(() => shown.element().textContent)
    .toMatch(/Shift 12 is open since 10-Mar-2026 08:02.*Aisha · Hassan.*MVR\s1,234\.50/);
  await expect
    .poll(() => page.getByRole('region', { name: 'Discounts and voids' }).element().textContent)
    .toMatch(/25\.00.*× 1.*77\.00/);
});

it('[R35.80] orders the hours as the business day has them, at least eight', () => {
  const before = { ...figures.before, byHour: [] };
  const hours = hourPoints({ byHour: [{ hour: 1, sales: 5, bills: 1 }], before }, 4);
  expect(hours.map(({ label }) => label)).toEqual([
    '18:00',
    '19:00',
    '20:00',
    '21:00',
    '22:00',
    '23:00',
    '00:00',
    '01:00',
  ]);
  expect(hours.at(-1)).toEqual({ label: '01:00', value: 5, before: null });
});

it('shows the largest amounts and names of 40 letters whole on every screen', async () => {
  const most = 999_999_999;
  const name = 'Abdulla Mohamed Ibrahim Rasheed Maniku A';
  const item = { name, qty: 9999, sales: most };
  answer = {
    ...figures,
    bills: 9999,
    covers: 9999,
    sales: most,
    openBills: 999,
    openTotal: most,
    topItems: [item],
    slowItems: [item],
    byMethod: [{ method: 'BankTransfer', amount: most }],
    shift: { ...shift, openedBy: name, people: [name, name], expectedCash: most },
    lastClose: {
      ...(figures.lastClose as NonNullable<Figures['lastClose']>),
      by: name,
      sales: most,
      difference: -most,
    },
    lateSlots: [{ id: 1, type: 'Takeaway', slot: 9999, minutes: 9999, total: most, by: name }],
  };
  for (const [width, height] of staffSizes) {
    await page.viewport(width, height);
    await open();
    await expect.element(page.getByText('MVR 9,999,999.99').first()).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Shift' })).toBeVisible();
    expect([width, textsOutside()]).toEqual([width, []]);
  }
});
