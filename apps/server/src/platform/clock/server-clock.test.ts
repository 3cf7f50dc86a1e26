import { fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { serveHealth } from '../http/health.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createDatabase } from '../store/testing/engine.ts';
import { addOutlet } from '../store/testing/outlet.ts';
import { templateDatabase } from '../store/testing/postgres.ts';
import { silentLog } from '../store/testing/silent-log.ts';
import { ServerClock } from './server-clock.ts';

const hourMs = 3_600_000;
/** A machine of tests answers within this time. */
const nearMs = 5000;

describe.skipIf(!inject('postgresUrl'))('the clock of a server of a database', () => {
  let store: Store;
  let outletId: number;
  let wrongBy = 0;
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: unknown, message = '') => void warnings.push(message) };
  const clock = new ServerClock(() => Date.now() + wrongBy);
  const app = fastify();
  beforeAll(async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), templateDatabase);
    store = await openStore({ databaseUrl }, { log: silentLog, now: clock.now });
    outletId = await addOutlet(store);
    serveHealth(app as never, {
      check: () => store.check(),
      isDraining: () => false,
      clockBehindMs: async () => 0,
      clockOffsetMs: () => store.meter.clockOffsetMs,
    });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => store.close());

  const ready = async () => (await app.inject({ url: '/ready' })).json();
  const timeOfSale = (key: string) =>
    store.writeOutlet(outletId, async (tx) => {
      tx.history({ subject: 'Bill', subjectKey: key, action: 'Created', userId: null, deviceId: null });
      return tx.now;
    });
  const isNow = (at: number): boolean => Math.abs(at - Date.now()) < nearMs;

  it('[R34.19] uses the database’s time while the machine’s differs by more than 30 s, and says so', async () => {
    await clock.compare(store, log);
    expect([isNow(clock.now()), warnings, await ready()]).toEqual([true, [], { status: 'ready' }]);
    for (const wrong of [2 * hourMs, -2 * hourMs, 40_000]) {
      wrongBy = wrong;
      await clock.compare(store, log);
      expect([isNow(clock.now()), isNow(await timeOfSale(`${wrong}`))]).toEqual([true, true]);
      const { warnings: told, clockOffsetMs } = await ready();
      expect([told, Math.round(clockOffsetMs / 10_000)]).toEqual([['clockDiffers'], -wrong / 10_000]);
    }
    // The machine's clock changes between two comparisons.
    wrongBy = 3 * hourMs;
    expect(isNow(clock.now())).toBe(true);
    wrongBy = 0;
    await clock.compare(store, log);
    expect([isNow(clock.now()), await ready()]).toEqual([true, { status: 'ready' }]);
    expect(warnings).toEqual([
      "this server's clock differs from the database's; the database's time is used",
      "this server's clock is right again",
    ]);
  });

  it('[R34.19] keeps the machine’s time while it differs from the database’s by less than 30 s', async () => {
    wrongBy = 20_000;
    await clock.compare(store, log);
    expect(Math.abs(clock.now() - Date.now() - 20_000)).toBeLessThan(1000);
    expect(await ready()).toEqual({ status: 'ready' });
  });

  it('[R34.19] compares again every 10 s while the server runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = clock.follow(store, log);
    wrongBy = 2 * hourMs;
    expect(isNow(clock.now())).toBe(false);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect.poll(() => isNow(clock.now())).toBe(true);
    stop();
  });
});
