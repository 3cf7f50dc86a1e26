/** Tests with a real primary and a standby that serves what may be some seconds old. Source: R34.9. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../../../../../tools/scripts/free-port.ts';
import { openStore } from '../../open-store.ts';
import { readDays } from '../../outlet/older.ts';
import type { Store } from '../../store.ts';
import { addOutlet } from '../../testing/outlet.ts';
import { startPostgres, type TestCluster } from '../../testing/postgres.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createClient } from '../client.ts';

/** Instead of 10 s, so that the test does not wait for so long. */
const replicaMs = 2500;
const timeout = 20_000;

describe.skipIf(!inject('postgresUrl'))('a database with a replica for reading', () => {
  let primary: TestCluster;
  let replica: TestCluster;
  let store: Store;
  let outletId: number;
  beforeAll(async () => {
    primary = await startPostgres();
    await primary.ready;
    replica = await startPostgres([], primary);
    await replica.ready;
    store = await openStore(
      { databaseUrl: primary.url, readUrl: replica.url, partitions: 1 },
      { log: silentLog, replicaMs },
    );
    outletId = await addOutlet(store);
    await store.writeOutlet(outletId, async (tx) => {
      await tx.db
        .insertInto('shift')
        .values({
          outlet_id: outletId,
          id: 1,
          key: 'shift',
          number: 1,
          business_date: '2026-03-02',
          status: 'Open',
          is_open: true,
          opening_balance: 0,
          device_id: null,
          created_at: 0,
          created_by: 1,
          created_by_name: 'Aisha',
        })
        .execute();
    });
  });
  afterAll(async () => {
    await store?.close();
    await replica?.stop();
    await primary?.stop();
  });

  async function onReplica(sqlText: string): Promise<void> {
    const client = createClient(replica.url, false);
    await client.connect();
    await client.query(sqlText);
    await client.end();
  }
  const serves = async (how: (outletId: number, read: Parameters<Store['readOutlet']>[1]) => Promise<unknown>) =>
    how(outletId, async (db) => {
      const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
      return rows[0]?.standby ? 'replica' : 'primary';
    });
  const reports = () => serves((outlet, read) => store.readForReports(outlet, read));
  const older = () => serves((outlet, read) => store.readOlder(outlet, read));
  const upTo = (day?: string) => serves((outlet, read) => readDays(store, outlet, day, read));

  it('[R34.9] reads reports, exports, search and lists of days before the open shift on the replica, all else on the primary', async () => {
    await expect.poll(async () => [await reports(), await older()], { timeout }).toEqual(['replica', 'replica']);
    expect(await serves((outlet, read) => store.readOutlet(outlet, read))).toBe('primary');
    await expect.poll(() => upTo('2026-03-01'), { timeout }).toBe('replica');
    expect([await upTo('2026-03-02'), await upTo()]).toEqual(['primary', 'primary']);
    expect(store.meter.replicaLagMs).toBeLessThan(replicaMs);
  });

  it('[R34.9] leaves out a replica that lags, also while nothing new arrives there, and uses it again when it has caught up', async () => {
    await onReplica('select pg_wal_replay_pause()');
    await store.writeOutlet(outletId, async (tx) => {
      tx.head.billNumber += 1;
    });
    await expect.poll(async () => [await reports(), await older()], { timeout }).toEqual(['primary', 'primary']);
    expect(store.meter.replicaLagMs).toBeGreaterThan(replicaMs);
    await onReplica('select pg_wal_replay_resume()');
    await expect.poll(async () => [await reports(), await older()], { timeout }).toEqual(['replica', 'replica']);
  });

  it('[R34.9] names a host of DATABASE_READ_URL that is no replica, or that nobody answers at, and what to do', async () => {
    const [said, free] = [[] as unknown[], await freePort()];
    const log = { ...silentLog, warn: (fields: unknown) => void said.push(fields) };
    const dead = `127.0.0.1:${free}`;
    const readUrl = `postgres://postgres@${new URL(primary.url).host},${dead}/postgres`;
    const wrong = await openStore({ databaseUrl: primary.url, readUrl }, { log });
    await wrong.close();
    expect(said).toEqual(
      expect.arrayContaining([
        { host: new URL(primary.url).host, why: 'it is no replica: it accepts writes' },
        { host: dead, why: expect.stringMatching(/^DATABASE_READ_URL: .*nothing listens there: start PostgreSQL/) },
      ]),
    );
  });

  it('[R34.9] reads on the primary at once when the replica has ended, and always without DATABASE_READ_URL', async () => {
    await replica.halt();
    expect([await reports(), await older()]).toEqual(['primary', 'primary']);
    const alone = await openStore({ databaseUrl: primary.url }, { log: silentLog });
    expect(await serves((outlet, read) => alone.readOlder(outlet, read))).toBe('primary');
    await alone.close();
  });
});
