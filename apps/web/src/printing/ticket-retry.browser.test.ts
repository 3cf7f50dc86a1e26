/** Tests of tickets that the print server did not accept, with a fake clock. */
import { createElement } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { on, type Toast } from '../api/event.ts';
import { useBills } from '../bills/bills.ts';
import { FailedTickets } from '../features/bill/attention/failed-tickets.tsx';
import { startLocale } from '../locale/locale.ts';
import { readOne, writeOne } from '../storage/idb.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { type KeptTicket, useTickets } from './kept-tickets.ts';
import { printOrigin } from './print-address.ts';
import { retryDelayMs } from './retry-delay.ts';
import { keepRetrying } from './ticket-retry.ts';
import { dismissTicket } from './tickets.ts';

let server: FakeServer;
let stop: () => void;
const toasts: Toast[] = [];
let sounds = 0;
const stops = [
  on('toast', (toast) => toasts.push(toast)),
  on('sound', () => {
    sounds += 1;
  }),
];

beforeEach(async () => {
  await startLocale();
  server = fakeServer();
  server.printer = () => null;
  globalThis.fetch = server.fetch;
  await openTill();
  toasts.length = 0;
  sounds = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stop = keepRetrying();
});
afterEach(() => {
  clear();
  stop();
  vi.useRealTimers();
});
afterAll(() => {
  for (const each of stops) each();
});

const ticket = () => useTickets.getState().tickets[0] as KeptTicket;
const state = () => ticket()?.state;
const attempts = () => server.printed.length;
/** Returns true when an attempt has ended and the next is scheduled. */
const isPlanned = () => vi.getTimerCount() > 0;

/** Saves a burger whose ticket the print server does not accept. */
async function failedTicket(slot = '3'): Promise<string> {
  const opened = await useBills.getState().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  useBills.getState().addItem(key, { menuItem: burger });
  await useBills.getState().save(key);
  await expect.poll(() => useTickets.getState().tickets.at(-1)?.state).toBe('failed');
  return key;
}

/** Advances the clock and waits until this many attempts have ended. */
async function pass(seconds: number, made: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  await expect.poll(attempts).toBe(made);
}

const sentQty = () => Object.values(useBills.getState().bills).map((bill) => bill.items[0]?.sentQty)[0];

describe('ticket not accepted by the print server', () => {
  it('[R35.12] waits 5, 10, 20, 40 and then 60 s between attempts', () => {
    expect([0, 1, 2, 3, 4, 5, 40].map((made) => retryDelayMs(made) / 1000)).toEqual([5, 10, 20, 40, 60, 60, 60]);
  });

  it('[R35.12] retries a ticket under its key for 10 minutes, then waits for a person', async () => {
    await failedTicket();
    let made = 1;
    let at = 0;
    for (const delay of [5, 10, 20, 40, 60, 60, 60, 60, 60, 60, 60, 60]) {
      await expect.poll(isPlanned).toBe(true);
      await pass(delay - 1, made);
      made += 1;
      at += delay;
      await pass(1, made);
    }
    expect(at).toBe(555);
    await pass(3600, 13);
    expect(state()).toBe('failed');
    expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(1);
    // One message is shown, not thirteen.
    expect(toasts).toMatchObject([{ kind: 'error', message: 'Print server not accessible' }]);
    expect(sounds).toBe(1);
  });

  it('[R23.23] tries a ticket again under its key for 10 minutes, until accepted or dismissed; then the alarm bar keeps it', async () => {
    const statesNow = () => useTickets.getState().tickets.map((each) => each.state);
    await failedTicket('1');
    server.printer = fakeServer().printer;
    await pass(5, 2);
    await expect.poll(state).toBe('printed');
    server.printer = () => null;
    await failedTicket('2');
    await dismissTicket(useTickets.getState().tickets.at(-1)?.key ?? '');
    await pass(3600, 3);
    await failedTicket('3');
    let made = 4;
    for (const delay of [5, 10, 20, 40, 60, 60, 60, 60, 60, 60, 60, 60]) {
      await expect.poll(isPlanned).toBe(true);
      made += 1;
      await pass(delay, made);
    }
    await pass(3600, 16);
    const keys = server.printed.map(({ jobKey }) => jobKey);
    expect([new Set(keys.slice(0, 2)).size, new Set(keys.slice(3)).size]).toEqual([1, 1]);
    expect(statesNow()).toEqual(['printed', 'told', 'failed']);
    await showAt('/', createElement(FailedTickets));
    const shown = () => document.querySelector('[role="alert"]')?.textContent ?? '';
    await expect.poll(shown).toMatch(/Table\W+3\W+Print server not accessible/);
    expect(shown()).not.toMatch(/Table\W+[12]/);
  });

  it('asks every 15 s after a ticket that waits for its printer, on any screen, so that Care knows when it was printed', async () => {
    stop();
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    stop = keepRetrying();
    const printer = fakeServer().printer;
    server.printer = () => ({
      status: 202,
      body: { jobId: 'j', state: 'waiting', printer: 'Kitchen', message: 'Off' },
    });
    const opened = await useBills.getState().checkIn('Table', '4');
    if (!opened.ok) throw new Error(opened.refusal.message);
    useBills.getState().addItem(opened.value.key, { menuItem: burger });
    await useBills.getState().save(opened.value.key);
    await expect.poll(state).toBe('waiting');
    await pass(15, 2);
    await expect.poll(state).toBe('waiting');
    server.printer = printer;
    await pass(15, 3);
    await expect.poll(state).toBe('printed');
    await pass(60, 3);
    expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(1);
  });

  it('[R35.12] prints a waiting ticket and marks it as sent when the print server returns', async () => {
    await failedTicket();
    server.printer = fakeServer().printer;
    await pass(5, 2);
    await expect.poll(state).toBe('printed');
    expect(server.printed[1]?.jobKey).toBe(server.printed[0]?.jobKey);
    expect(sentQty()).toBe(1);
    await pass(3600, 2);
  });

  it('[R35.12] does not retry a dismissed ticket', async () => {
    await failedTicket();
    await dismissTicket(ticket().key);
    await pass(3600, 1);
    expect(state()).toBe('told');
  });

  it('[R35.12] does not retry a ticket that another tab dismissed', async () => {
    await failedTicket();
    await writeOne('ticket', { ...ticket(), state: 'told' });
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(state).toBe('told');
    await pass(3600, 1);
  });

  it('[R35.12] keeps a ticket dismissed that was dismissed during an attempt', async () => {
    await failedTicket();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    globalThis.fetch = async (input, init) => {
      if (String(input).startsWith(printOrigin())) {
        asked.resolve();
        await answer.promise;
      }
      return server.fetch(input, init);
    };
    await vi.advanceTimersByTimeAsync(5000);
    await asked.promise;
    // It stays visible as failed during the retry.
    expect(state()).toBe('failed');
    await dismissTicket(ticket().key);
    answer.resolve();
    await pass(3600, 2);
    expect(state()).toBe('told');
    expect((await readOne<KeptTicket>('ticket', ticket().key))?.state).toBe('told');
  });
});
