/** Tests with a real primary and standbys that stream from it: the server follows a promotion. Source: R34.8. */
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { HubBus } from '../../../../hub/bus/bus.ts';
import { openBus } from '../../../../hub/bus/open.ts';
import { quiet } from '../../../../hub/testing/identity.ts';
import { createReadiness } from '../../../http/readiness.ts';
import { openStore } from '../../open-store.ts';
import { verifyHistory } from '../../outlet/history.ts';
import type { Store } from '../../store.ts';
import { addOutlet } from '../../testing/outlet.ts';
import { startPostgres, type TestCluster } from '../../testing/postgres.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createClient } from '../client.ts';

const maxMs = 5000;
/** Few, because each new database makes them. */
const partitions = 1;

describe.skipIf(!inject('postgresUrl'))('a database with several hosts', () => {
  /** Those of the test, in the order of their starts. */
  let clusters: TestCluster[] = [];
  let store: Store;
  let outletId: number;
  let databaseUrl: string;

  async function start(from?: number): Promise<void> {
    const cluster = await startPostgres([], from === undefined ? undefined : at(from));
    onTestFinished(() => cluster.stop());
    clusters.push(cluster);
    await cluster.ready;
  }
  const at = (n: number): TestCluster => clusters[n] as TestCluster;
  beforeEach(() => {
    clusters = [];
  });
  /** Starts a primary and its standby, and opens a store on them, with a bill. */
  async function openPair(): Promise<void> {
    await start();
    await start(0);
    const hosts = [1, 0].map((n) => new URL(at(n).url).host).join(',');
    databaseUrl = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
    store = await openStore({ databaseUrl, partitions }, { log: silentLog });
    onTestFinished(() => store.close());
    outletId = await addOutlet(store);
    await sell('first');
  }
  async function openHubBus(): Promise<HubBus> {
    const bus = await openBus({ databaseUrl }, quiet);
    onTestFinished(() => bus.close());
    return bus;
  }
  async function ask(n: number, sql: string): Promise<string> {
    const client = createClient(at(n).url, false);
    await client.connect();
    const { rows } = await client.query<{ answer: string }>(sql);
    await client.end();
    return rows[0]?.answer ?? '';
  }
  /** Resolves when a standby has everything that its primary has committed. */
  async function hasReceived(standby: number, primary: number): Promise<void> {
    const lsn = await ask(primary, 'select pg_current_wal_lsn()::text as answer');
    const sql = `select (pg_last_wal_replay_lsn() >= '${lsn}')::text as answer`;
    await expect.poll(() => ask(standby, sql), { timeout: 20_000 }).toBe('true');
  }
  const sell = (key: string) =>
    store.writeOutlet(outletId, async (tx) => {
      tx.head.billNumber += 1;
      tx.history({ subject: 'Bill', subjectKey: key, action: 'Created', userId: null, deviceId: null });
      return tx.head.billNumber;
    });
  /** Sells until it succeeds, as a till does; returns the time that it took. */
  async function timeToSell(key: string): Promise<number> {
    const from = performance.now();
    await expect.poll(() => sell(key).then(() => 'sold', String), { timeout: 20_000, interval: 50 }).toBe('sold');
    return performance.now() - from;
  }
  const keys = () =>
    store.readOutlet(outletId, async (db) =>
      (await db.selectFrom('history').select('subject_key').orderBy('seq').execute()).map((row) => row.subject_key),
    );

  it('[R34.8] uses the host of DATABASE_URL that accepts writes, and the promoted one within 5 s of its promotion', async () => {
    await openPair();
    const buses = [await openHubBus(), await openHubBus()];
    const heard: unknown[] = [];
    buses[1]?.subscribe((messages) => heard.push(...messages));
    expect(await ask(0, 'select count(*)::text as answer from history')).toBe('1');
    await hasReceived(1, 0);
    await at(0).halt();
    await expect(sell('none')).rejects.toThrow(/unavailable/);
    await expect(createReadiness(store)()).rejects.toThrow();
    await at(1).promote();
    expect(await timeToSell('second')).toBeLessThan(maxMs);
    await expect(createReadiness(store)()).resolves.toBeUndefined();
    expect(await keys()).toEqual(['first', 'second']);
    // The hub's bus moved too.
    await expect
      .poll(() => {
        buses[0]?.publish([{ kind: 'notify', outlet: outletId, message: 'moved', except: '' }]);
        return heard.length;
      })
      .toBeGreaterThan(0);
  });

  it('[R34.8] leaves a primary that answers nobody within 5 s of the promotion of another host', async () => {
    await openPair();
    await hasReceived(1, 0);
    at(0).freeze(true);
    const waiting = sell('second');
    await at(1).promote();
    expect(await timeToSell('third')).toBeLessThan(maxMs);
    await waiting;
    expect((await keys()).toSorted()).toEqual(['first', 'second', 'third']);
    expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: 3 });
  });

  it('[R34.8] says not ready when the only host has become a standby, and continues on it after a promotion', async () => {
    await start();
    const single = await openStore({ databaseUrl: at(0).url, partitions }, { log: silentLog });
    onTestFinished(() => single.close());
    const ready = createReadiness(single);
    await ready();
    await at(0).halt();
    at(0).demote();
    await at(0).resume();
    await expect
      .poll(() => ready().then(() => 'ready', String), { timeout: 20_000 })
      .toMatch(/read-only|during recovery/);
    await expect(openStore({ databaseUrl: at(0).url }, { log: silentLog })).rejects.toThrow(
      'DATABASE_URL leads to a standby, which accepts no writes: name the primary, or all hosts',
    );
    await at(0).promote();
    await expect.poll(() => ready().then(() => 'ready', String), { timeout: 20_000 }).toBe('ready');
  });
});
