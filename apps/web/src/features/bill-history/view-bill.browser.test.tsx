import { exampleBill, paidBill } from '@atoll/domain/bill/testing/price-example-bills';
import { type PriceExample, priceExamples } from '@atoll/domain/bill/testing/price-examples';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ViewBill } from './view-bill.tsx';

const server = fakeServer();

beforeEach(async () => {
  await page.viewport(390, 844);
  await openTill();
  globalThis.fetch = server.fetch;
});
afterEach(clear);

const view = async (name: string) => {
  const example = priceExamples.find((one) => one.case === name) as PriceExample;
  const bill = paidBill(exampleBill(example));
  server.bills.set(bill.key, bill);
  server.handler = ({ path }) =>
    path.includes('/timeline') ? { body: { events: [], refunds: [], exchanges: [] } } : undefined;
  await showAt(`/billing/history/view/${bill.key}`, <ViewBill />, '/billing/history/view/$id');
};
const whys = () => page.getByText('Why this price');
const steps = async (place: number) => {
  await whys().nth(place).click();
  const list = page.getByRole('group').nth(place).getByRole('listitem');
  return list.elements().map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' '));
};

it('[R21.21] tells each step of the price of an item of a paid bill', async () => {
  await view('4');
  await expect.element(whys().nth(2)).toBeVisible();
  expect(await steps(2)).toEqual(['Menu price 80.00', 'Promotion Buy 2 get 1 · 80.00 → 58.67 58.67']);
  clear();
  await view('1');
  await expect.element(whys()).toBeVisible();
  expect(await steps(0)).toEqual(['Menu price 70.00', 'Price list Happy hour, 35.00 → 25.00 50.00']);
});

it('tells nothing of an item that costs what the menu says', async () => {
  await view('15');
  await expect.element(page.getByRole('list', { name: 'Items on the bill' })).toMatchTextContent(/Pasta/);
  expect(whys().elements()).toEqual([]);
});
