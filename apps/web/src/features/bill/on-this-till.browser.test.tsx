import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { hasUnsaved, useBills } from '../../bills/bills.ts';
import { billSent, sendNow } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillWork } from './bill-work.tsx';

const stopSender = startSender();
let server: FakeServer;
const place = { type: 'Table', slot: '4' } as const;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const pane = () => page.getByRole('region', { name: 'Bill', exact: true });
const tile = () => page.getByRole('button', { name: /^Table 4, / });
const tileText = () => tile().element().textContent;
const save = () => pane().getByRole('button', { name: 'Save', exact: true }).click();

beforeEach(async () => {
  await page.viewport(1280, 800);
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await useBills.getState().checkIn('Table', '4');
  expect(await billSent(bill().key, 5000)).toBe(true);
});
afterEach(async () => {
  clear();
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => stopSender());

/** Returns which of the two sentences stand in the head of the bill. */
const head = () => {
  const text = pane().element().querySelector('header')?.textContent ?? '';
  return ['changes not saved', 'waiting for the server'].filter((words) => text.includes(words));
};
const addBurger = () => page.getByRole('button', { name: /^Lagoon Burger/ }).click();

it('says of a bill that somebody has to save it, or that the server has not got it, each in words of its own', async () => {
  await expect.poll(head).toEqual([]);
  await addBurger();
  await expect.poll(head).toEqual(['changes not saved']);
  await expect.element(pane().getByText('Not saved yet', { exact: true })).toBeVisible();
  await expect.poll(tileText).toMatch(/unsaved 0/);
  await expect.element(tile()).toHaveAccessibleDescription(/changes not saved/);
  server.network = 'dead';
  await save();
  await expect.poll(head).toEqual(['waiting for the server']);
  await expect.poll(tileText).toMatch(/\dsaved 0/);
  expect(tileText()).not.toMatch(/unsaved/);
  expect(pane().getByText('Not saved yet', { exact: true }).elements()).toHaveLength(0);
  await addBurger();
  await expect.poll(head).toEqual(['changes not saved', 'waiting for the server']);
  server.network = 'fine';
  await sendNow();
  await expect.poll(head).toEqual(['changes not saved']);
  await save();
  await expect.poll(head).toEqual([]);
});

it('calls marks of the kitchen and the number of the till no change that somebody has to save', async () => {
  await addBurger();
  await save();
  await expect.poll(head).toEqual([]);
  const { markSent, deviceNumberOf, setNote } = useBills.getState();
  useBills.setState(({ bills }) => ({ bills: { ...bills, [bill().key]: { ...bill(), number: null } } }));
  await deviceNumberOf(bill().key);
  const [item] = bill().items;
  if (!item) throw new Error('no item');
  markSent(bill().key, { key: 'a ticket', lines: [{ item, qty: 1, change: 'New' }] });
  expect(useBills.getState().drafts[bill().key]).toMatchObject({
    edits: { [item.key]: { sentQty: 1 } },
    changes: { meta: [{ key: 'deviceNumber' }] },
  });
  expect(hasUnsaved(useBills.getState().drafts[bill().key])).toBe(false);
  expect(head()).not.toContain('changes not saved');
  setNote(bill().key, item.key, ['no onions']);
  await expect.poll(head).toContain('changes not saved');
});
