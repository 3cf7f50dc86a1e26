/** Tests of a till that stopped between 'Saved' and its ticket, simulated by the state left on the disk. */
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { useBills } from '../bills/bills.ts';
import { pageBegan } from '../clock/steady.ts';
import { startLocale } from '../locale/locale.ts';
import { billSent } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { settingsHere, useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../sync/testing/till.ts';
import { useTickets } from './kept-tickets.ts';
import { keepPrintingResumed, printResumedTickets } from './resumed-tickets.ts';
import { dismissTicket, isTriedHere } from './tickets.ts';

let server: FakeServer;
let stopSender = startSender();
const stopPrinting = keepPrintingResumed();
/** The page may have run other files before this one. */
const openedAt = pageBegan;

beforeAll(() => startLocale());
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
});
afterAll(() => {
  stopSender();
  stopPrinting();
});

const bills = () => useBills.getState();
const states = () => useTickets.getState().tickets.map(({ state }) => state);
const papers = () =>
  server.printed.map(({ type, bill }) => `${type}: ${bill.items.map(({ name }) => name).join(', ')}`);

/** Saves a burger and a juice `beforeMs` before the page was opened, and stops before the ticket. Returns the bill's key. */
async function savedAndStopped(beforeMs: number): Promise<string> {
  const autoPrint = settingsHere();
  useApp.setState({ settings: [...autoPrint, { key: 'AutoPrintEnabled', value: 'false' }] });
  vi.useFakeTimers({ toFake: ['Date'], now: openedAt - beforeMs });
  const opened = await bills().checkIn('Table', '3');
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  bills().addItem(key, { menuItem: burger });
  bills().addItem(key, { menuItem: juice });
  await bills().save(key);
  vi.useRealTimers();
  useApp.setState({ settings: autoPrint });
  return key;
}

describe('saved items without a ticket', () => {
  it('[R16.2] prints saved items without a ticket once, however often it checks', async () => {
    const key = await savedAndStopped(5000);
    expect(await billSent(key, 5000)).toBe(true);
    expect(server.printed).toEqual([]);
    await Promise.all([printResumedTickets(), printResumedTickets()]);
    await printResumedTickets();
    expect(papers().toSorted()).toEqual(['Bot: Lime Juice', 'Kot: Lagoon Burger']);
    expect(states()).toEqual(['printed', 'printed']);
  });

  it('[R16.2] skips items that another till has printed in the meantime', async () => {
    const key = await savedAndStopped(5000);
    expect(await billSent(key, 5000)).toBe(true);
    const bill = server.bills.get(key);
    if (!bill) throw new Error('The server has no such bill');
    const [first, ...rest] = bill.items;
    if (!first) throw new Error('There is no line');
    const sentElsewhere = { ...first, sentQty: first.qty, ticketIds: ['a ticket of another till'] };
    server.bills.set(key, { ...bill, version: bill.version + 1, items: [sentElsewhere, ...rest] });
    await printResumedTickets();
    expect(papers()).toEqual(['Bot: Lime Juice']);
    expect(states()).toEqual(['printed', 'printed']);
  });

  it('[R16.6] shows items whose kitchen state is unknown, and prints them when the server returns', async () => {
    const key = await savedAndStopped(5000);
    expect(await billSent(key, 5000)).toBe(true);
    server.network = 'dead';
    useConnection.setState({ isOnline: false });
    await printResumedTickets();
    expect(server.printed).toEqual([]);
    expect(states()).toEqual(['failed', 'failed']);
    server.network = 'fine';
    useConnection.setState({ isOnline: true });
    await expect.poll(() => states()).toEqual(['printed', 'printed']);
    expect(papers()).toHaveLength(2);
  });

  it('[R13.4] prints items that the server never had without the server', async () => {
    server.network = 'dead';
    useConnection.setState({ isOnline: false });
    // Nothing is sent: no attempt that the server might have received.
    stopSender();
    onTestFinished(() => {
      stopSender = startSender();
    });
    await savedAndStopped(5000);
    await printResumedTickets();
    expect(papers().toSorted()).toEqual(['Bot: Lime Juice', 'Kot: Lagoon Burger']);
  });

  it('[R35.12] keeps retrying tickets that failed before a reload', async () => {
    server.printer = () => null;
    const key = await savedAndStopped(5000);
    expect(await billSent(key, 5000)).toBe(true);
    await printResumedTickets();
    await expect.poll(() => server.printed.length).toBe(2);
    useTickets.setState({ tickets: [], loaded: false });
    server.printer = fakeServer().printer;
    await printResumedTickets();
    expect(states()).toEqual(['printed', 'printed']);
    expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(2);
  });

  it('[R35.12] tries the print server again without the server after a reload, and goes on by itself', async () => {
    const off = () => null;
    server.printer = off;
    const key = await savedAndStopped(5000);
    expect(await billSent(key, 5000)).toBe(true);
    await printResumedTickets();
    await expect.poll(() => states()).toEqual(['failed', 'failed']);
    server.network = 'dead';
    useConnection.setState({ isOnline: false });
    const printed = server.printed.length;
    useTickets.setState({ tickets: [], loaded: false });
    await printResumedTickets();
    // It was tried, in vain, and is one of those that the open page tries again.
    expect(server.printed.length).toBe(printed + 2);
    expect(useTickets.getState().tickets.every(({ key: each }) => isTriedHere(each))).toBe(true);
    server.printer = fakeServer().printer;
    useTickets.setState({ tickets: [], loaded: false });
    await printResumedTickets();
    expect(states()).toEqual(['printed', 'printed']);
    expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(2);
  });

  it('[R16.6] leaves old tickets to a person, and removes them once the kitchen was notified in another way', async () => {
    const key = await savedAndStopped(ticketStaleMs + 5000);
    expect(await billSent(key, 5000)).toBe(true);
    await printResumedTickets();
    expect(server.printed).toEqual([]);
    expect(states()).toEqual(['failed', 'failed']);
    for (const ticket of useTickets.getState().tickets) await dismissTicket(ticket.key);
    await printResumedTickets();
    expect(states()).toEqual(['told', 'told']);
  });
});
