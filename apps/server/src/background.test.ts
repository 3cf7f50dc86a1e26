import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { readConfig } from './platform/config/config.ts';
import type { StoreLocation } from './platform/store/open-store.ts';
import type { Store } from './platform/store/store.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';

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

/** Outlets at rest, written at once: each with a history, a change of today and a report that is due tomorrow. */
const outletsSql = (count: number, now: number): string => `
  create table numbers (n integer);
  insert into numbers with recursive c (n) as (select 1 union all select n + 1 from c where n < ${count}) select n from c;
  insert into outlet (name, business_type, slot_types, features, created_at, modified_at)
    select 'Outlet', 'Restaurant', '[]', '[]', 0, 0 from numbers;
  insert into outlet_cursor (outlet_id, seq, history_seq, history_hash, invoices) select id, 1, 1, 'h' || id, '{}' from outlet;
  insert into history (outlet_id, seq, at, subject, subject_key, action, data, hash)
    select id, 1, ${now}, 'Outlet', 'x', 'Created', '{}', 'h' || id from outlet;
  insert into change_log (outlet_id, seq, entity, version, action, at) select id, 1, 'Outlet', 1, 'Created', ${now} from outlet;
  insert into report_template (outlet_id, id, key, name, config, created_at, modified_at) select id, 1, 'x', 'Sales', '{}', 0, 0 from outlet;
  insert into report_schedule (outlet_id, template_id, frequency, time, weekday, day, user_ids, is_active, due_at)
    select id, 1, 'Daily', '08:00', 0, 1, '[]', true, ${now + 86_400_000} from outlet;
  insert into caught_up (outlet_id, name, version) select id, 'search', 1 from outlet;
  insert into caught_up (outlet_id, name, version) select id, 'sums', 2 from outlet;
  insert into caught_up (outlet_id, name, version) select id, 'archive', 999912 from outlet;`;

interface Timer {
  readonly ms: number;
  run(): void;
}

eachEngine('a server at rest', (on) => {
  /** Runs what the server repeats, each timer as often as in a minute (at least once); returns the calls of the store and the processor's time in ms. */
  async function minuteOf(place: StoreLocation, count: number) {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-rest-'));
    const timers: Timer[] = [];
    await on.tamper(place, outletsSql(count, Date.now()));
    const counted = counting(await on.open({ at: place }));
    const real = globalThis.setInterval;
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
      timers.push({ run, ms });
      return real(() => undefined, 2 ** 30);
    }) as typeof setInterval);
    const config = readConfig({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...('databaseUrl' in place && { DATABASE_URL: place.databaseUrl }),
    });
    const app = await buildApp({ config, store: counted.store });
    const settled = async (): Promise<void> => {
      for (let quiet = 0; quiet < 20; quiet += 1) {
        if (counted.pending() > 0) quiet = 0;
        await setImmediate();
      }
    };
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const stop = await startBackground(counted.store, config, silentLog);
      await settled();
      spy.mockRestore();
      const before = { ...counted.calls };
      const cpu = process.cpuUsage();
      for (const { run, ms } of timers)
        for (let at = 0; at < Math.max(1, 60_000 / ms); at += 1) {
          run();
          await settled();
        }
      const { user, system } = process.cpuUsage(cpu);
      stop();
      const calls = Object.entries(counted.calls).map(([name, times]) => [name, times - (before[name] ?? 0)] as const);
      return { calls: Object.fromEntries(calls.filter(([, times]) => times > 0)), ms: (user + system) / 1000 };
    } finally {
      spy.mockRestore();
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it('[R34.12] asks the store as often with 10,000 outlets as with 3, and uses at most 2 % of a core', async () => {
    const few = await minuteOf(await on.placeWithTables(), 3);
    const many = await minuteOf(await on.placeWithTables(), 10_000);
    expect(many.calls).toEqual(few.calls);
    expect(Object.keys(many.calls)).not.toContain('readOutlet');
    expect(Object.keys(many.calls)).not.toContain('writeOutlet');
    expect(many.ms).toBeLessThan(0.02 * 60_000);
  }, 120_000);
});
