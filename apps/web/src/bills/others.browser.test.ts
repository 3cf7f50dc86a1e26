import type { Bill } from '@atoll/domain/bill/bill';
import { maskBill, viewedBill } from '@atoll/domain/bill/waiter';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { on } from '../api/event.ts';
import { reportServer } from '../api/server-reachable.ts';
import { startLocale } from '../locale/locale.ts';
import { billSent } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { readOutbox } from '../outbox/store.ts';
import { useSession } from '../session/session.ts';
import { copyOf } from '../storage/copy.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { billAt, useBills } from './bills.ts';

let server: FakeServer;
const { fetch } = globalThis;
let stopSender = (): void => undefined;
beforeAll(async () => {
  await startLocale();
  stopSender = startSender();
});
afterAll(() => {
  stopSender();
  globalThis.fetch = fetch;
});
beforeEach(async () => {
  server = fakeServer();
  // The server returns bills as the signed-in person may see them.
  server.handler = ({ path }) => {
    const seen = (bill: Bill): Bill =>
      viewedBill({ userId: user().id, permissions: new Set(user().permissions) }, bill);
    if (path === '/bis/bills/active')
      return { body: [...server.bills.values()].map(seen), headers: { 'X-Outlet-Seq': '0' } };
    const bill = path.startsWith('/bis/bills/find/') ? server.bills.get(path.split('/').at(-1) ?? '') : undefined;
    return bill && { body: seen(bill) };
  };
  globalThis.fetch = server.fetch;
  await openTill();
});
afterEach(async () => {
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});

const bills = () => useBills.getState();
const at = (slot: string) => billAt(bills(), 'Table', slot);
const user = () => {
  const { user: one } = useSession.getState();
  if (!one) throw new Error('Nobody is signed in');
  return one;
};
/** Signs another person in on this till, with or without the permission to see the bills of others. */
function signIn(id: number, seesOthers: boolean): void {
  const permissions = ['New Bill', 'Billing', 'bill.open', ...(seesOthers ? ['bill.viewOthers'] : [])];
  useSession.setState({ user: { ...user(), id, permissions } });
}
/** Saves one burger of the first person in a slot. */
async function order(slot: string): Promise<string> {
  const opened = await bills().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  bills().addItem(key, { menuItem: burger, notes: ['No onion'] });
  await bills().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  return key;
}
const stored = async () => JSON.stringify((await copyOf(1, 'bills')) ?? []);

it('[R35.77] keeps no items and amounts of others on a shared till for a person who may not see them', async () => {
  const key = await order('4');
  await vi.waitUntil(async () => (await stored()).includes('No onion'));
  signIn(8, false);
  expect(at('4')).toMatchObject({ isMasked: true, items: [], total: 0, createdByName: 'Aisha' });
  await vi.waitUntil(async () => !(await stored()).includes('No onion'));
  expect(JSON.stringify(bills().server)).not.toContain('No onion');
  await bills().refetch(key);
  expect(at('4')?.items).toEqual([]);
});

it('[R35.77] shows the bill again to the next person who may see it, at once or when the server is back', async () => {
  await order('4');
  signIn(8, false);
  expect(at('4')?.items).toEqual([]);
  signIn(9, true);
  await vi.waitUntil(() => at('4')?.items.length === 1);
  signIn(8, false);
  server.network = 'dead';
  reportServer(false);
  signIn(7, false);
  expect(at('4')).toMatchObject({ isMasked: true, items: [] });
  server.network = 'fine';
  reportServer(true);
  await vi.waitUntil(() => at('4')?.items.length === 1);
});

it('[R35.77] shows what waits on this till only to its author, and still sends it', async () => {
  await order('5');
  const key = at('5')?.key ?? '';
  server.network = 'dead';
  bills().addItem(key, { menuItem: burger, notes: ['Well done'] });
  await bills().save(key);
  signIn(8, false);
  expect(JSON.stringify(at('5'))).not.toContain('Well done');
  expect(at('5')?.items).toEqual([]);
  server.network = 'fine';
  reportServer(true);
  expect(await billSent(key, 8000)).toBe(true);
  expect(JSON.stringify(server.bills.get(key))).toContain('Well done');
  expect(at('5')?.items).toEqual([]);
});

it('[R35.77] refuses every change of a bill that another person serves, and names them', async () => {
  const key = await order('6');
  signIn(8, false);
  const refusals = [
    bills().addItem(key, { menuItem: burger }),
    await bills().save(key),
    await bills().voidBill(key, 'By mistake'),
    await bills().transfer(key, { type: 'Table', slot: '7' }),
    await bills().merge(key, key),
    await bills().split(key, { parts: 2 }),
    await bills().cancelCheckIn(key),
    await bills().hand({ keys: [key] }, 9),
  ];
  for (const refused of refusals)
    expect(refused).toMatchObject({ ok: false, refusal: { message: 'This table is served by Aisha' } });
});

it('[R35.77] shows a bill no more once it is handed to another, and again after it is handed back', async () => {
  const key = await order('3');
  signIn(7, false);
  const known = server.bills.get(key);
  if (!known) throw new Error('The server has no such bill');
  server.bills.set(key, { ...known, waiterId: 8, waiterName: 'Ibrahim', version: known.version + 1 });
  await bills().refetch(key);
  expect(at('3')).toMatchObject({ ...maskBill(at('3') as Bill), createdByName: 'Ibrahim' });
  expect(at('3')?.items).toEqual([]);
  server.bills.set(key, { ...known, waiterId: 7, waiterName: 'Aisha', version: known.version + 2 });
  await bills().refetch(key);
  expect(at('3')?.items).toHaveLength(1);
});

it('[R35.69] tells the other tills of each change of a bill that the server acknowledged', async () => {
  const told: string[] = [];
  const stop = on('billAcknowledged', ({ action }) => void told.push(action));
  const key = await order('9');
  await bills().voidBill(key, 'By mistake');
  stop();
  expect([...new Set(told)]).toEqual(['Created', 'Updated', 'Voided']);
});
