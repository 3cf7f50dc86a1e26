/** Tests with a real primary and a standby that is synchronous or not. Source: R34.11. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createReadiness } from '../../../http/readiness.ts';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import { addOutlet } from '../../testing/outlet.ts';
import { startPostgres, type TestCluster } from '../../testing/postgres.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createClient } from '../client.ts';

const timeout = 20_000;

describe.skipIf(!inject('postgresUrl'))('a database with and without a synchronous standby', () => {
  let primary: TestCluster;
  let standby: TestCluster;
  const stores: Store[] = [];
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: unknown, message = '') => void warnings.push(message) };
  beforeAll(async () => {
    primary = await startPostgres();
    await primary.ready;
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await standby?.stop();
    await primary?.stop();
  });

  async function setNames(names: string): Promise<void> {
    const client = createClient(primary.url, false);
    await client.connect();
    await client.query(`alter system set synchronous_standby_names = '${names}'`);
    await client.query('select pg_reload_conf()');
    await client.end();
  }
  async function open(requiresSync: boolean): Promise<Store> {
    const store = await openStore({ databaseUrl: primary.url, requiresSync, partitions: 1 }, { log });
    stores.push(store);
    return store;
  }
  const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', String);

  it('[R34.11] warns without a synchronous standby, or refuses to start with REQUIRE_SYNC=1', async () => {
    const store = await open(false);
    expect(store.meter.hasSyncStandby).toBe(false);
    expect(warnings.filter((text) => text.includes('no synchronous standby'))).toHaveLength(1);
    await addOutlet(store);
    await expect(open(true)).rejects.toThrow(
      'REQUIRE_SYNC=1, but the database has no synchronous standby: synchronous_standby_names is empty; start a standby',
    );
    await store.close();
    await setNames('*');
    await expect.poll(() => outcome(open(true)), { timeout }).toContain('no synchronous standby is connected');
  });

  it('[R34.11] refuses writes and says not ready with REQUIRE_SYNC=1 while the standby is lost, and continues when it is back', async () => {
    standby = await startPostgres([], primary);
    await standby.ready;
    await expect.poll(() => outcome(open(true)), { timeout }).toBe('done');
    const store = stores.at(-1) as Store;
    const ready = createReadiness(store);
    await ready();
    expect(store.meter.hasSyncStandby).toBe(true);
    const outletId = await addOutlet(store);
    const sell = () =>
      store.writeOutlet(outletId, async (tx) => {
        tx.head.billNumber += 1;
        return tx.head.billNumber;
      });
    expect(await sell()).toBe(1);
    await setNames('');
    await expect.poll(() => outcome(ready()), { timeout }).toContain('notSync');
    await expect(sell()).rejects.toThrow(/notSync/);
    await expect(addOutlet(store)).rejects.toThrow(/notSync/);
    expect(store.meter.hasSyncStandby).toBe(false);
    await setNames('*');
    await expect.poll(() => outcome(ready()), { timeout }).toBe('done');
    expect(await sell()).toBe(2);
  });
});
