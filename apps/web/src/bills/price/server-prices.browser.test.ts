import type { Applied } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import type { Promotion } from '@atoll/domain/price/promotion';
import { expect, it } from 'vitest';
import { useApp } from '../../sync/app-store.ts';
import { burger } from '../../sync/testing/till.ts';
import { at, bills, checkIn, sent, startBillsTill, till } from '../testing/bills-till.ts';
import { withEngine } from './line-price.ts';

startBillsTill();

/** Lets the server answer the next save with a bill that it changed. */
function answerWith(change: (bill: Bill, given: readonly Applied[]) => Partial<Bill>): void {
  till.server.handler = async ({ method, path, body, headers }) => {
    if (path !== '/bis/bill/update') return undefined;
    till.server.handler = () => undefined;
    const reply = await till.server.answer(method, path, body, headers);
    const merged = reply.body as Bill;
    const given = (body['applied'] ?? []) as readonly Applied[];
    const bill = applyTotals({ ...merged, ...change(merged, given) });
    till.server.bills.set(bill.key, bill);
    return { body: bill };
  };
}
const told = () => useApp.getState().notifications.map(({ message }) => message);

/** Saves a bill with two burgers in a slot, which the server answers with what it makes of it. */
async function save(slot: string, change: Parameters<typeof answerWith>[0]): Promise<Bill | undefined> {
  const key = await checkIn(slot);
  await sent(key);
  for (const note of ['a', 'b']) bills().addItem(key, { menuItem: burger, notes: [note] });
  answerWith(change);
  await bills().save(key);
  await sent(key);
  return at(slot);
}

it('[R21.24] says what an item costs where the server gives another price than this till', async () => {
  const bill = await save('3', ({ items }) => ({
    items: items.map((item, place) => (place === 0 ? { ...item, sellingPrice: 6000 } : item)),
  }));
  expect(bill?.subTotal).toBe(11_000);
  expect(told()).toEqual(['Lagoon Burger now costs MVR 60.00, not MVR 50.00']);
});

const rule = { priority: 0, combines: 'OnePerUnit' } as const;
const promotions: readonly Promotion[] = [
  { ...rule, id: 7, name: 'Second free', type: 'BuyGet', buyQty: 1, getQty: 1, percent: 100 },
  { ...rule, id: 8, name: 'Ten off', type: 'BillOff', percent: 10 },
];

it('[R21.24] names each promotion that the server does not count as this till did, with the total', async () => {
  useApp.setState({ prices: await withEngine({ version: 5, lists: [], changes: [], promotions }) });
  // 100.00, − 50.00, − 10 %
  const same = await save('3', (_, applied) => ({ applied }));
  expect(same?.subTotal).toBe(4500);
  const removed = await save('4', () => ({
    declined: promotions.map(({ id }) => ({ promotionId: id, reason: 'No' })),
  }));
  expect(removed?.subTotal).toBe(10_000);
  const less = await save('5', (_, applied) => ({
    applied: applied.map((one) => (one.terms ? { ...one, terms: { percent: 5 } } : one)),
  }));
  expect(less?.subTotal).toBe(4750);
  const none = await save('6', () => ({ applied: [] }));
  expect(none?.subTotal).toBe(10_000);
  const words = (name: string, total: string) =>
    `The server does not count ${name} as this till did. The total is now MVR ${total}.`;
  await expect
    .poll(() => told().toSorted())
    .toEqual([words('Second free', '118.80'), words('Ten off', '118.80'), words('Ten off', '56.43')].toSorted());
});
