/** Tests of a till whose device clock is wrong. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, quietly } from '../api/api.ts';
import { useBills } from '../bills/bills.ts';
import { startLocale } from '../locale/locale.ts';
import { billSent, useOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { startShift } from '../sync/start-shift.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { steadyNow } from './steady.ts';
import { forgetServerTime, learnServerTime, tillNow, useTillClock, watchClock } from './till-clock.ts';

const minuteMs = 60_000;
const threeDaysMs = 3 * 24 * 60 * minuteMs;

let server: FakeServer;
let right: number;

beforeEach(async () => {
  await startLocale();
  server = fakeServer();
  globalThis.fetch = async (input, init) => {
    const response = await server.fetch(input, init);
    response.headers.set('X-Server-Time', String(right));
    return response;
  };
  right = Date.now();
  await openTill();
});
afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
});

const setDevice = (now: number): void => void vi.useFakeTimers({ toFake: ['Date'], now });
const near = (at: number): boolean => Math.abs(at - right) < 30_000;

describe('till time', () => {
  it('[R35.84] uses the server’s time when the device’s clock is more than 2 minutes off, ahead or behind', async () => {
    for (const shift of [threeDaysMs, -threeDaysMs, 3 * minuteMs]) {
      setDevice(right + shift);
      await call('app.info', quietly);
      expect(near(tillNow())).toBe(true);
      expect(Math.abs(useTillClock.getState().aheadMs - shift)).toBeLessThan(30_000);
      vi.useRealTimers();
    }
  });

  it('[R35.84] uses the device’s time up to 2 minutes off, and again after its clock was corrected', async () => {
    setDevice(right + minuteMs);
    await call('app.info', quietly);
    expect(tillNow()).toBe(Date.now());
    setDevice(right + threeDaysMs);
    await call('app.info', quietly);
    expect(tillNow()).not.toBe(Date.now());
    setDevice(right);
    await call('app.info', quietly);
    expect(tillNow()).toBe(Date.now());
    expect(useTillClock.getState().aheadMs).toBe(0);
  });

  it('[R35.84] continues the server’s time when the device’s clock is set back before the next answer', () => {
    setDevice(right + threeDaysMs);
    learnServerTime(String(right), steadyNow());
    setDevice(right - threeDaysMs);
    expect(near(tillNow())).toBe(true);
  });

  it('[R35.84] reads the time from the server only: other answers carry none', () => {
    for (const header of [null, '', 'soon', '-5', 'NaN']) learnServerTime(header, steadyNow());
    expect(tillNow()).toBeCloseTo(Date.now(), -2);
    expect(useTillClock.getState().aheadMs).toBe(0);
  });

  it('[R35.84] asks the server again as soon as the device’s clock was set', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const { on } = await import('../api/event.ts');
    const doubts: number[] = [];
    const stops = [on('doubt', () => doubts.push(1)), watchClock()];
    vi.advanceTimersByTime(0);
    vi.setSystemTime(right + threeDaysMs);
    vi.advanceTimersByTime(5000);
    for (const stop of stops) stop();
    expect(doubts.length).toBeGreaterThan(0);
  });
});

it('[R35.84] gives bills, items and shifts the server’s time while the device’s clock is three days ahead', async () => {
  const stop = startSender();
  try {
    setDevice(right + threeDaysMs);
    await call('app.info', quietly);
    const opened = await useBills.getState().checkIn('Table', '5');
    if (!opened.ok) throw new Error(opened.refusal.message);
    const { key } = opened.value;
    useBills.getState().addItem(key, { menuItem: burger });
    await useBills.getState().save(key);
    expect(await billSent(key, 5000)).toBe(true);
    const sent = server.seen.filter(({ path }) => path.startsWith('/bis/bill/'));
    const times = sent.flatMap(({ body }) => [
      body['createdAt'],
      body['modifiedAt'],
      ...((body['items'] ?? []) as Record<string, unknown>[]).flatMap((item) => [
        item['createdAt'],
        item['modifiedAt'],
      ]),
    ]);
    const known = times.filter((time) => typeof time === 'string');
    expect(known.length).toBeGreaterThan(2);
    for (const time of known) expect(near(Date.parse(time))).toBe(true);
    expect(useOutbox.getState().entries).toEqual([]);
    await startShift(50_000);
    const started = server.seen.find(({ path }) => path === '/bis/shift/create')?.body['createdAt'];
    expect(near(Date.parse(String(started)))).toBe(true);
  } finally {
    stop();
  }
});
