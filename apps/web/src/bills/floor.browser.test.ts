import type { Bill } from '@atoll/domain/bill/bill';
import { absorbBill } from '@atoll/domain/bill/split/transfer';
import type { Result } from '@atoll/domain/refusal/refusal';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { billSent } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { readOutbox } from '../outbox/store.ts';
import { isLateTicket } from '../printing/ticket-state.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer, type Reply } from '../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../sync/testing/till.ts';
import { billAt, billBy, useBills } from './bills.ts';
import type { Core } from './core.ts';
import { takeActions } from './take-bills.ts';

let server: FakeServer;
const stopSender = startSender();

beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
});
afterEach(async () => {
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => stopSender());

const bills = () => useBills.getState();
function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}
/** Saves a bill with one item in a slot and waits until the server has it. */
async function savedBill(slot: string, menuItem = burger): Promise<string> {
  const { key } = valueOf(await bills().checkIn('Table', slot));
  bills().addItem(key, { menuItem });
  await bills().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  return key;
}
const known = (key: string): Bill => server.bills.get(key) as Bill;
/** Sets the server's answer to calls of this path. */
const answers = (path: string, reply: (body: Record<string, unknown>) => Reply): void => {
  server.handler = ({ path: asked, body }) => (asked === path ? reply(body) : undefined);
};

it('stores the open bills without the merged one, so that a start without the server does not offer it for payment', async () => {
  const [from, to] = [await savedBill('3'), await savedBill('4', juice)];
  let state = bills();
  let kept: string[] = [];
  const core = { get: () => state, set: (change: object) => (state = { ...state, ...change }) } as unknown as Core;
  takeActions(core, () => (kept = Object.keys(state.server))).rename(from, to);
  expect(kept).toEqual([to]);
});

it('[R15.10] uses the survivor’s key for a merged bill and keeps its draft', async () => {
  const [from, to] = [await savedBill('3'), await savedBill('4', juice)];
  answers('/bis/bill/merge', ({ from: a, to: b }) => {
    const merged = absorbBill(known(String(a)), known(String(b)));
    if (!merged.ok) throw new Error(merged.refusal.message);
    server.bills.set(String(b), merged.value);
    return { body: merged.value };
  });
  const merged = valueOf(await bills().merge(from, to));
  expect([merged.key, merged.items.length]).toEqual([to, 2]);
  expect(billAt(bills(), 'Table', '3')).toBeUndefined();
  expect(billBy(bills(), from)?.key).toBe(to);
  // A person continues the order under the old key.
  bills().addItem(from, { menuItem: burger });
  expect(billAt(bills(), 'Table', '4')?.items).toHaveLength(3);
});

it('[R15.10] sends a repeated split with the same key when no answer came', async () => {
  const key = await savedBill('3');
  const seen: unknown[] = [];
  let isLost = true;
  answers('/bis/bill/split', (body) => {
    seen.push(body['key']);
    if (isLost) return { status: 503, body: { message: 'Away', code: 503 } };
    const check = { ...known(key), key: String(body['key']), id: 900, checkNo: 2, version: 1 };
    return { body: [{ ...known(key), version: known(key).version + 1 }, check] };
  });
  expect((await bills().split(key, { parts: 2 })).ok).toBe(false);
  isLost = false;
  expect((await bills().split(key, { parts: 2 })).ok).toBe(true);
  expect(seen[0]).toBe(seen[1]);
  expect(billAt(bills(), 'Table', '3', 2)?.checkNo).toBe(2);
});

it('[R17.3] names the action to approve in a refusal that needs approval', async () => {
  const key = await savedBill('3');
  const item = known(key).items[0]?.key ?? '';
  answers('/bis/bill/update', () => ({
    status: 403,
    body: { message: 'Approval needed', reason: 'approvalNeeded', code: 403, permission: 'item.comp', subjectKey: key },
  }));
  const no = await bills().reduceItem(key, item, { isComp: true });
  expect(!no.ok && [no.refusal.reason, no.refusal.extra]).toEqual([
    'approvalNeeded',
    { permission: 'item.comp', subjectKey: key },
  ]);
});

it('sets a price override at once with permission, and sends it with the approval otherwise', async () => {
  const key = await savedBill('3');
  bills().addItem(key, { menuItem: juice });
  const itemKey = (): string => billBy(bills(), key)?.items.at(-1)?.key ?? '';
  const user = useSession.getState().user;
  useSession.setState({ user: user && { ...user, permissions: [...user.permissions, 'price.override'] } });
  const own = { price: 2500, reason: 'Staff price' };
  valueOf(await bills().setPrice(key, itemKey(), own));
  expect(billBy(bills(), key)?.items.at(-1)).toMatchObject({ sellingPrice: 2500, priceReason: 'Staff price' });
  expect(known(key).items).toHaveLength(1);
  useSession.setState({ user });
  const seen: unknown[] = [];
  answers('/bis/bill/update', (body) => {
    seen.push(body['items']);
    const [item] = body['items'] as Bill['items'];
    const bill = { ...known(key), version: known(key).version + 1, items: [...known(key).items, { ...item, id: 77 }] };
    server.bills.set(key, bill as Bill);
    return { body: { ...bill, insertedKeys: [item?.key], conflicts: [] } };
  });
  valueOf(await bills().setPrice(key, itemKey(), { ...own, price: 2000 }, { approvalKey: 'a' }));
  expect(seen).toMatchObject([[{ sellingPrice: 2000, priceReason: 'Staff price' }]]);
  expect(bills().drafts[key]?.items ?? []).toEqual([]);
  const saved = await bills().setPrice(key, itemKey(), own);
  expect(!saved.ok && saved.refusal.reason).toBe('itemSaved');
});

it('[R15.10] refuses server-only actions without the server and changes nothing', async () => {
  const [from, to] = [await savedBill('3'), await savedBill('4')];
  useConnection.setState({ isOnline: false });
  const no = await bills().merge(from, to);
  const needsServer = { reason: 'unavailable', message: 'This needs the server. Try again when you are online.' };
  expect(no).toMatchObject({ refusal: needsServer });
  expect(billAt(bills(), 'Table', '3')?.key).toBe(from);
});

it('[R16.6] marks a ticket late when it failed or has waited for a minute', () => {
  const madeAt = '2026-03-10T09:00:00.000Z';
  const at = (seconds: number): number => Date.parse(madeAt) + seconds * 1000;
  expect(isLateTicket({ state: 'waiting', madeAt }, at(59))).toBe(false);
  expect(isLateTicket({ state: 'waiting', madeAt }, at(60))).toBe(true);
  expect(isLateTicket({ state: 'failed', madeAt }, at(60))).toBe(true);
  expect(isLateTicket({ state: 'printed', madeAt }, at(600))).toBe(false);
});
