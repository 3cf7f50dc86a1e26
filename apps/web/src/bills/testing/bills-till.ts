/** A till with a server for tests of bills. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Result } from '@atoll/domain/refusal/refusal';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { on, type Toast } from '../../api/event.ts';
import { startLocale } from '../../locale/locale.ts';
import { billSent, reloadOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { billAt, useBills } from '../bills.ts';

/** The server of the running test. */
export const till = { server: fakeServer(), stopSender: (): void => undefined };
export const toasts: Toast[] = [];
on('toast', (toast) => toasts.push(toast));

/** Starts a till and a server before each test of a file. */
export function startBillsTill(): void {
  till.stopSender = startSender();

  beforeAll(() => startLocale());
  beforeEach(async () => {
    till.server = fakeServer();
    globalThis.fetch = till.server.fetch;
    await openTill();
    useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
    toasts.length = 0;
  });
  afterEach(async () => {
    // Requests of this test must not reach the server of the next one.
    till.server.network = 'dead';
    await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
  });
  afterAll(() => {
    till.stopSender();
  });
}

export const bills = () => useBills.getState();
export const at = (slot: string) => billAt(bills(), 'Table', slot);
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}
export const checkIn = async (slot: string) => valueOf(await bills().checkIn('Table', slot)).key;
export const sent = async (key: string) => expect(await billSent(key, 5000)).toBe(true);
/** Saves a bill with this many burgers in a slot and waits until the server has it. */
export async function savedBill(slot: string, count = 1): Promise<string> {
  const key = await checkIn(slot);
  for (let i = 0; i < count; i += 1) bills().addItem(key, { menuItem: burger, notes: [`n${i}`] });
  await bills().save(key);
  await sent(key);
  return key;
}
/** Changes the bill at the server, as another till does. */
export function elsewhere(key: string, change: (bill: Bill) => Partial<Bill>): Bill {
  const known = till.server.bills.get(key);
  if (!known) throw new Error('The server has no such bill');
  const bill = { ...known, ...change(known), version: known.version + 1 };
  till.server.bills.set(key, bill);
  return bill;
}
/** Simulates a page reload: memory is reset, storage is kept. */
export async function reload(): Promise<void> {
  const kept = Object.entries(localStorage) as [string, string][];
  useBills.setState(useBills.getInitialState(), true);
  localStorage.clear();
  for (const [key, value] of kept) localStorage.setItem(key, value);
  await useBills.persist.rehydrate();
  await reloadOutbox();
  await bills().loadActive();
}
export const withoutIds = (bill: Bill | undefined) => bill?.items.map(({ name, qty }) => `${qty} ${name}`);
