import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { ServerClock } from './platform/clock/server-clock.ts';
import { readConfig } from './platform/config/config.ts';
import { searchCatchUp, sumsCatchUp } from './platform/store/caught-up.ts';
import { openStore, type StoreLocation } from './platform/store/open-store.ts';
import { backupName, createBackupFolder } from './platform/store/sqlite/backup-list.ts';
import type { Store } from './platform/store/store.ts';
import { eachEngine, placeIn } from './platform/store/testing/engine.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';
import { planOf, statementsOf } from './platform/store/testing/statements.ts';

afterEach(() => vi.useRealTimers());

it('[R35.14] a server checks its store ten minutes after the start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-background-'));
  const store = await openStore(placeIn(dataDir), { log: silentLog });
  const checked = async () =>
    (await store.readOrg((db) => db.selectFrom('secret').select(['name', 'value']).execute())).filter(
      ({ name }) => name === 'store-checked',
    );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = await startBackground(store, readConfig({ DATA_DIR: dataDir }), silentLog);
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1000);
  expect(await checked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await expect.poll(checked).toEqual([{ name: 'store-checked', value: 'ok' }]);
  stop();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The calls of a store, by name, and how many of them have no result yet. */
function counting(store: Store): { readonly store: Store; readonly calls: Record<string, number>; pending(): number } {
  const calls: Record<string, number> = {};
  let pending = 0;
  const proxy = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result = (value as (...all: unknown[]) => unknown).apply(target, args);
        if (!(result instanceof Promise)) return result;
        calls[String(name)] = (calls[String(name)] ?? 0) + 1;
        pending += 1;
        return result.finally(() => {
          pending -= 1;
        });
      };
    },
  });
  return { store: proxy, calls, pending: () => pending };
}

/**
 * Returns whether a statement begins or ends a transaction, or opens a reading connection. How many of them there are says what ran at the same moment, which
 * depends on the machine.
 */
const isFrame = (sql: string): boolean => /^(begin|commit|rollback|start transaction)\b|sqlite_master/.test(sql);

/** A hash of 64 hexadecimal digits for each outlet: the server signs no other. */
const hashSql = `'${'0'.repeat(59)}' || substr(cast(100000 + id as text), 2)`;

/** Outlets at rest, written at once: each with a history, a change of today, a report that is due tomorrow and new prices of next year. */
const outletsSql = (count: number, now: number): string => `
  create table numbers (n integer);
  insert into numbers with recursive c (n) as (select 1 union all select n + 1 from c where n < ${count}) select n from c;
  insert into outlet (name, business_type, slot_types, features, created_at, modified_at)
    select 'Outlet', 'Restaurant', '[]', '[]', 0, 0 from numbers;
  insert into outlet_cursor (outlet_id, seq, history_seq, history_hash, invoices) select id, 1, 1, ${hashSql}, '{}' from outlet;
  insert into history (outlet_id, seq, at, subject, subject_key, action, data, hash)
    select id, 1, ${now}, 'Outlet', 'x', 'Created', '{}', ${hashSql} from outlet;
  insert into change_log (outlet_id, seq, entity, version, action, at) select id, 1, 'Outlet', 1, 'Created', ${now} from outlet;
  insert into report_template (outlet_id, id, key, name, config, created_at, modified_at) select id, 1, 'x', 'Sales', '{}', 0, 0 from outlet;
  insert into report_schedule (outlet_id, template_id, frequency, time, weekday, day, user_ids, is_active, due_at)
    select id, 1, 'Daily', '08:00', 0, 1, '[]', true, ${now + 86_400_000} from outlet;
  insert into price_change (outlet_id, id, key, name, from_date, prices, created_at, modified_at)
    select id, 1, 'x', 'New prices', '${new Date(now).getUTCFullYear() + 1}-12-01', '[]', 0, 0 from outlet;
  insert into secret (name, value, created_at) values ('store-checked', 'ok', ${now});
  insert into caught_up (outlet_id, name, version) select id, 'search', ${searchCatchUp.version} from outlet;
  insert into caught_up (outlet_id, name, version) select id, 'sums', ${sumsCatchUp.version} from outlet;
  insert into caught_up (outlet_id, name, version) select id, 'archive', 999912 from outlet;`;

interface Timer {
  readonly ms: number;
  run(): void;
}

const dayMs = 86_400_000;

eachEngine('a server at rest', (on) => {
  const settingOf = (place: StoreLocation) => ('databaseUrl' in place ? { DATABASE_URL: place.databaseUrl } : {});
  /**
   * Runs what the server repeats, each timer as often as in a minute (at least once); returns the calls of the store, its statements and the
   * processor's time in ms.
   */
  async function minuteOf(count: number) {
    const place = await on.placeWithTables();
    const folder = mkdtempSync(join(tmpdir(), 'atoll-rest-'));
    const dataDir = 'dataDir' in place ? place.dataDir : folder;
    // The daily backup is made.
    if ('dataDir' in place)
      writeFileSync(join(createBackupFolder(dataDir), backupName('daily', Date.now(), 'db.zst')), '');
    await on.tamper(place, outletsSql(count, Date.now()));
    const timers: Timer[] = [];
    const real = globalThis.setInterval;
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
      timers.push({ run, ms });
      return real(() => undefined, 2 ** 30);
    }) as typeof setInterval);
    const counted = counting(await on.open({ at: place }));
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ...settingOf(place) });
    const app = await buildApp({ config, store: counted.store });
    const settled = async (): Promise<void> => {
      for (let quiet = 0; quiet < 20; quiet += 1) {
        if (counted.pending() > 0) quiet = 0;
        await setImmediate();
      }
    };
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const stops = [
        await startBackground(counted.store, config, silentLog),
        new ServerClock().follow(counted.store, silentLog),
      ];
      await settled();
      spy.mockRestore();
      const before = { ...counted.calls };
      const cpu = process.cpuUsage();
      const statements = await statementsOf(async () => {
        // What is done once a day runs on a thread of its own.
        for (const { run, ms } of timers.filter((timer) => timer.ms < dayMs))
          for (let at = 0; at < Math.max(1, 60_000 / ms); at += 1) {
            run();
            if (ms >= 1000) await settled();
          }
        await settled();
      }, place);
      const { user, system } = process.cpuUsage(cpu);
      for (const stop of stops) stop();
      const calls = Object.entries(counted.calls).map(([name, times]) => [name, times - (before[name] ?? 0)] as const);
      return {
        calls: Object.fromEntries(calls.filter(([, times]) => times > 0)),
        statements: statements.filter(({ sql }) => !isFrame(sql)).length,
        finding: statements.filter(({ sql }) => /report_schedule|price_change/.test(sql)),
        place,
        timers: timers.length,
        ms: (user + system) / 1000,
      };
    } finally {
      spy.mockRestore();
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it('[R34.12] asks the store as often with 10,000 outlets as with 3, and uses at most 2 % of a core', async () => {
    const few = await minuteOf(3);
    const many = await minuteOf(10_000);
    expect(few.timers).toBeGreaterThan(12);
    expect(many.calls).toEqual(few.calls);
    expect(Object.keys(many.calls)).not.toContain('readOutlet');
    expect(Object.keys(many.calls)).not.toContain('writeOutlet');
    // A call may ask more than once, but not of each outlet.
    expect(few.statements).toBeGreaterThan(20);
    expect(many.statements).toBeLessThan(few.statements + 20);
    expect(many.ms).toBeLessThan(0.02 * 60_000);
    // What is due is found by the indexes of days.
    const plans = await Promise.all(many.finding.map((statement) => planOf(many.place, statement)));
    const indexes = plans.map((plan) => /report_schedule_due_at|price_change_planned/.exec(plan.join())?.[0]);
    expect(new Set(indexes)).toEqual(new Set(['report_schedule_due_at', 'price_change_planned']));
  });
});
