import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeServer, fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { DryRunScreen } from './dry-run-screen.tsx';

const figures = {
  subTotal: 100_000,
  promotion: 500,
  discount: 0,
  serviceCharge: 0,
  gst: 8000,
  total: 108_000,
  rounding: 0,
  net: 100_000,
  cost: 30_000,
  margin: 70_000,
};
const answer = {
  bills: 12,
  was: figures,
  wouldBe: { ...figures, total: 118_803, rounding: -3, net: 110_003, margin: 80_003 },
  items: [{ id: 1, name: 'Tea', size: 'Cup', qty: 50, was: 50_000, wouldBe: 60_000 }],
  withoutCost: 2,
};
let server: FakeServer;

async function open(width: number, replayed: object): Promise<void> {
  await page.viewport(width, 900);
  await openTill();
  server = fakeServer();
  server.handler = ({ path }) => {
    if (path.startsWith('/bis/prices/replay')) return replayed;
    if (path.startsWith('/bis/price/changes'))
      return {
        body: [
          { id: 7, name: 'New year', status: 'Planned' },
          { id: 8, name: 'Nothing', status: 'Cancelled' },
        ],
      };
    return { body: [] };
  };
  globalThis.fetch = server.fetch;
  await showAt('/menu/dry-run', <DryRunScreen />);
}

afterEach(clear);

it('runs the chosen plan and shows every sum and item as it was, as it would be, and the difference', async () => {
  await open(1280, { body: answer });
  await page.getByLabelText('Price changes').fill('N');
  await expect.element(page.getByText('Nothing', { exact: true })).not.toBeInTheDocument();
  await page.getByText('New year').click();
  await page.getByLabelText(/^GST/).fill('10');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.element(page.getByRole('row', { name: 'Total 1,080.00 1,188.03 108.03' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Rounding 0.00 .0.03 .0.03$/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Margin 700.00 800.03 100.03' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: '50 Tea Cup 500.00 600.00 100.00' })).toBeVisible();
  await expect.element(page.getByText(/Guests buy the same/)).toBeVisible();
  const sent = server.seen.find(({ path }) => path.startsWith('/bis/prices/replay'))?.body;
  expect(sent).toMatchObject({ priceChangeIds: [7], listIds: [], rates: { gstPct: 10, serviceChargePct: null } });
});

it('fits a phone, and says why nothing was run with everything kept that was typed', async () => {
  const message = 'This report takes too long. Choose fewer days';
  await open(390, { status: 503, body: { code: 503, message } });
  await page.getByLabelText(/^Service charge/).fill('12');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  await expect.element(page.getByLabelText(/^Service charge/)).toHaveValue('12');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

it('shows at its field what is wrong with it', async () => {
  const errors = { toDay: 'The last day must not be before the first' };
  await open(1280, { status: 422, body: { code: 422, message: 'Please check the highlighted fields', errors } });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect.element(page.getByText(errors.toDay)).toBeVisible();
  await expect.element(page.getByText('Please check the highlighted fields')).not.toBeInTheDocument();
});
