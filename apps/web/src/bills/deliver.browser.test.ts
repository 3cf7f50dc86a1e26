import type { Bill } from '@atoll/domain/bill/bill';
import { expect, it } from 'vitest';
import { juice } from '../sync/testing/till.ts';
import { hasUnsaved } from './bills.ts';
import { at, bills, elsewhere, savedBill, startBillsTill, till } from './testing/bills-till.ts';

startBillsTill();

/** The bodies of the items that the server was sent since the bill was saved. */
const itemsSent = () =>
  till.server.seen
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ body }) => ((body['items'] as Bill['items'] | undefined) ?? []).map(({ name }) => name));

async function unsavedJuice(): Promise<Bill> {
  const key = await savedBill('3');
  till.server.handler = ({ path }) =>
    path.includes('/bill/delivery') ? { body: elsewhere(key, () => ({ note: 'Gate 2' })) } : undefined;
  bills().addItem(key, { menuItem: juice });
  till.server.seen.length = 0;
  return at('3') as Bill;
}

it('[R2.15] saves delivery details alone: dishes that are not saved stay unsaved and go to no kitchen', async () => {
  const bill = await unsavedJuice();
  expect(await bills().changeDelivery(bill, { address: 'Gate 2' })).toMatchObject({ ok: true });
  expect(itemsSent()).toEqual([]);
  expect(till.server.bills.get(bill.key)).toMatchObject({ note: 'Gate 2', items: [{ name: 'Lagoon Burger' }] });
  expect(at('3')?.items.map(({ name }) => name)).toEqual(['Lagoon Burger', 'Lime Juice']);
  expect(hasUnsaved(bills().drafts[bill.key])).toBe(true);
  await bills().save(bill.key);
  await expect.poll(itemsSent).toEqual(['Lime Juice']);
});

it('[R2.15] saves unsaved dishes with a step of the delivery', async () => {
  const bill = await unsavedJuice();
  expect(await bills().changeDelivery(bill, { deliveryStatus: 'Accepted' })).toMatchObject({ ok: true });
  expect(itemsSent()).toEqual(['Lime Juice']);
});
