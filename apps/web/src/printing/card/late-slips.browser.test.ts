/** Slips of sold cards that the print server did not accept, with a fake clock. */
import { cardLine } from '@atoll/domain/bill/card/card-line';
import { applyTotals, emptyBill } from '@atoll/domain/bill/new-bill';
import { newCode, shownCode, soldCardOf } from '@atoll/domain/wallet/code';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { on, type Toast } from '../../api/event.ts';
import { useBills } from '../../bills/bills.ts';
import { fetchMoreWords, startLocale } from '../../locale/locale.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { paidHere } from '../receipts.ts';
import { forgetCode, keepCode, useCardCodes } from './card-codes.ts';
import { keepLateSlips, printCards } from './card-slips.ts';
import { useLateSlips } from './late-slips.ts';
import { followPaidCards } from './paid-elsewhere.ts';

const code = newCode(Uint8Array.from({ length: 12 }, (_, index) => index * 2));
const now = '2026-11-27T10:00:00.000Z';
const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: false } as const;
const sold = cardLine({ key: 'line', card: soldCardOf(code), amount: 50_000, index: 1, now, user: null });
const bill = applyTotals({
  ...emptyBill({ key: 'b', type: 'Takeaway', slot: '1', terms, now, user: null }),
  items: [sold],
  status: 'Complete',
  isOpen: false,
});
const toasts: Toast[] = [];
const stopToasts = on('toast', (toast) => toasts.push(toast));
let server: FakeServer;
let stop: () => void = () => undefined;

beforeEach(async () => {
  await startLocale();
  await fetchMoreWords();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  keepLateSlips()();
  useLateSlips.setState({}, true);
  toasts.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stop = keepLateSlips();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});
afterAll(() => stopToasts());

/** Advances the clock and waits until this many attempts were made. */
async function pass(seconds: number, made: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  await expect.poll(() => server.printed.length).toBe(made);
}

it('prints the slip of a sold card by itself when the print server is back, once, also after a reload', async () => {
  keepCode('line', code);
  server.printer = () => null;
  await printCards(bill);
  await pass(4, 1);
  await pass(1, 2);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  expect(toasts).toMatchObject([{ kind: 'error', message: 'Print server not accessible' }]);
  const stored = localStorage.getItem('atoll.card-slips') ?? '{}';
  expect([JSON.parse(stored), stored.includes(code)]).toEqual([useLateSlips.getState(), false]);
  // The till is loaded again, at another outlet first.
  stop();
  useApp.setState({ outletId: 2 });
  stop = keepLateSlips();
  server.printer = fakeServer().printer;
  await pass(3600, 2);
  useApp.setState({ outletId: 1 });
  await pass(5, 3);
  await expect.poll(() => [useCardCodes.getState(), useLateSlips.getState()]).toEqual([{}, {}]);
  await pass(3600, 3);
  expect(new Set(server.printed.map(({ jobKey }) => jobKey)).size).toBe(1);
  expect(server.printed[2]).toMatchObject({ qr: shownCode(code), slip: { title: 'Gift card' } });
  expect(toasts).toHaveLength(1);
});

it('prints the slip of a card that was made here when another till took the payment, not of one that is paid here', async () => {
  const stopFollowing = followPaidCards();
  const { takeServer } = useBills.getState();
  keepCode('line', code);
  takeServer({ ...bill, id: 5, version: 1, status: 'Saved', isOpen: true });
  takeServer({ ...bill, id: 5, version: 2 });
  await expect.poll(() => useCardCodes.getState()).toEqual({});
  expect(server.printed.map(({ qr }) => qr)).toEqual([shownCode(code)]);
  // Its payment prints that one.
  keepCode('own', code);
  paidHere('own bill');
  takeServer({ ...bill, key: 'own bill', id: 6, version: 2, items: [{ ...sold, key: 'own' }] });
  keepCode('next', code);
  takeServer({ ...bill, key: 'next bill', id: 7, version: 2, items: [{ ...sold, key: 'next' }] });
  await expect.poll(() => Object.keys(useCardCodes.getState())).toEqual(['own']);
  expect(server.printed).toHaveLength(2);
  forgetCode('own');
  stopFollowing();
});
