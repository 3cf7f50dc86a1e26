/** A till with a server and printers for tests of printing. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { on, type Toast } from '../../api/event.ts';
import { billAt, useBills } from '../../bills/bills.ts';
import { fetchMoreWords, startLocale } from '../../locale/locale.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { type burger, emptyDevice, type menuItem, openTill } from '../../sync/testing/till.ts';
import { useTickets } from '../kept-tickets.ts';

/** The server of the running test, and how many sounds it made. */
export const till = { server: fakeServer(), sounds: 0 };
export const toasts: Toast[] = [];
on('toast', (toast) => toasts.push(toast));
on('sound', () => {
  till.sounds += 1;
});

/** Starts a till, a server and its printers before each test of a file. */
export function startPrintingTill(): void {
  const stopSender = startSender();

  // Papers name slots.
  beforeAll(async () => {
    await startLocale();
    await fetchMoreWords();
  });

  beforeEach(async () => {
    till.server = fakeServer();
    globalThis.fetch = till.server.fetch;
    await openTill();
    toasts.length = 0;
    till.sounds = 0;
  });
  afterEach(async () => {
    till.server.network = 'dead';
    await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
    // Else the sender would send what is left to the server of the next test.
    await emptyDevice();
  });
  afterAll(() => {
    stopSender();
  });
}

export const bills = () => useBills.getState();
export const bill = () => billAt(bills(), 'Table', '3');
export const setting = (key: string, value: string) =>
  useApp.setState({ settings: [...useApp.getState().settings.filter((each) => each.key !== key), { key, value }] });

export async function order(...items: Parameters<typeof menuItem>[] | (typeof burger)[]): Promise<string> {
  const opened = bill() ?? (await bills().checkIn('Table', '3'));
  const key = 'key' in opened ? opened.key : opened.ok ? opened.value.key : '';
  for (const item of items as (typeof burger)[]) bills().addItem(key, { menuItem: item });
  return key;
}
export const paper = () =>
  till.server.printed.map(({ type, printerName, kind, bill: { items } }) => [
    type,
    printerName,
    kind,
    ...items.map(({ qty, name, change }) => `${qty} ${name} ${change}`),
  ]);
export const ticketStates = () => useTickets.getState().tickets.map(({ state }) => state);
export const settled = () => vi.waitUntil(() => !ticketStates().includes('printing'));
