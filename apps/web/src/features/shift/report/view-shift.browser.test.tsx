import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ViewShift } from './view-shift.tsx';

const totals = {
  total: 118_800,
  rounding: 20,
  tip: 0,
  byMethod: [{ method: 'Cash', count: 2, amount: 118_820 }],
  byCurrency: [{ currency: 'USD', units: 1000, amount: 15_420 }],
  expectedCash: 218_820,
};
const shift = {
  id: 7,
  key: 'k',
  number: 12,
  date: '2026-03-09',
  isOpen: false,
  openingBalance: 100_000,
  createdAt: '2026-03-09T06:05:00.000Z',
  createdByName: 'Aisha',
  closedAt: '2026-03-09T16:05:00.000Z',
  zNumber: 3,
  cash: [],
  totals,
  closing: { counted: [], expected: [], difference: 0, differenceReason: '', carried: 0 },
};

beforeEach(async () => {
  await openTill();
  const server = fakeServer();
  globalThis.fetch = server.fetch;
  server.handler = ({ path }) => (path.includes('/shifts/find/') ? { body: shift } : undefined);
});
afterEach(clear);

it('[R2.11] shows of a closed shift what of the expected cash is in each currency, and the cash rounding below the total', async () => {
  await showAt('/shifts/view/7', <ViewShift />, '/shifts/view/$id');
  await expect.element(page.getByText('Rounding', { exact: true })).toBeVisible();
  const texts = [...page.getByRole('dialog').element().querySelectorAll('dt, dd')].map((each) => each.textContent);
  const expected = texts.indexOf('2,188.20');
  expect([texts[expected + 2], texts[expected + 4]]).toEqual(['2,034.00', '154.20']);
  expect(texts.slice(-2)).toEqual(['Rounding', '0.20']);
});
