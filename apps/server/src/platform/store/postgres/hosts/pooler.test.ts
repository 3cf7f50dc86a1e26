/** Tests with a real PgBouncer before a real PostgreSQL. Source: R34.10. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BusMessage } from '../../../../hub/bus/bus.ts';
import { openBus } from '../../../../hub/bus/open.ts';
import { quiet } from '../../../../hub/testing/identity.ts';
import { type DatabaseLocation, openStore } from '../../open-store.ts';
import { verifyHistory } from '../../outlet/history.ts';
import type { Store } from '../../store.ts';
import { createDatabase } from '../../testing/engine.ts';
import { addOutlet } from '../../testing/outlet.ts';
import {
  hasPgBouncer,
  keepsPrepared,
  type PoolMode,
  startPgBouncer,
  type TestPooler,
} from '../../testing/pgbouncer.ts';
import { templateDatabase } from '../../testing/postgres.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createClient } from '../client.ts';

const isHere = inject('postgresUrl') !== '' && hasPgBouncer;

describe.skipIf(!isHere)('a pooler before PostgreSQL', () => {
  let directUrl: string;
  const poolers: TestPooler[] = [];
  const stores: Store[] = [];
  beforeAll(async () => {
    directUrl = await createDatabase(inject('postgresUrl'), templateDatabase);
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(poolers.map((pooler) => pooler.stop()));
  });

  async function pooled(mode: PoolMode, size?: number): Promise<string> {
    const pooler = await startPgBouncer(directUrl, mode, size);
    poolers.push(pooler);
    return pooler.urlOf(directUrl);
  }
  async function open(location: DatabaseLocation): Promise<Store> {
    const store = await openStore(location, { log: silentLog });
    stores.push(store);
    return store;
  }
  /** Returns 'open', or why the store was not opened. */
  const outcome = (location: DatabaseLocation): Promise<string> => open(location).then(() => 'open', String);
  const sell = (store: Store, outletId: number, key: string) =>
    store.writeOutlet(outletId, async (tx) => {
      tx.head.billNumber += 1;
      tx.history({ subject: 'Bill', subjectKey: key, action: 'Created', userId: null, deviceId: null });
    });
  const whoRuns = sql<{ role: string; outlet: string }>`select current_user::text as role,
    coalesce(current_setting('app.outlet_id', true), '') as outlet`;

  it('[R34.10] sells through a pooler in transaction mode with the role and the outlet of each transaction alone', async () => {
    const databaseUrl = await pooled('transaction', 3);
    const [a, b] = [
      await open({ databaseUrl, directUrl, prepares: keepsPrepared }),
      await open({ databaseUrl, directUrl, prepares: keepsPrepared }),
    ];
    const outlets = [await addOutlet(a, { name: 'Reef' }), await addOutlet(a, { name: 'Lagoon' })];
    const work = Array.from({ length: 60 }, (_, i) => sell(i % 2 ? a : b, outlets[i % 3 ? 0 : 1] ?? 0, `k${i}`));
    const seen = Array.from({ length: 30 }, (_, i) =>
      b.readOutlet(outlets[i % 2] ?? 0, async (db) => {
        const rows = await db.selectFrom('history').select('outlet_id').execute();
        const { rows: own } = await whoRuns.execute(db);
        return [own[0]?.role, own[0]?.outlet, ...new Set(rows.map((row) => row.outlet_id))];
      }),
    );
    const org = Array.from({ length: 10 }, () => a.readOrg((db) => whoRuns.execute(db)));
    await Promise.all(work);
    const names = new Set((await Promise.all(seen)).map((row) => row.slice(0, 2).join(' ')));
    expect([...names].toSorted()).toEqual(outlets.map((id) => `atoll_app ${id}`).toSorted());
    const others = (await Promise.all(seen)).filter(([, outlet, ...found]) =>
      found.some((id) => String(id) !== outlet),
    );
    expect(others).toEqual([]);
    expect((await Promise.all(org)).map(({ rows }) => rows[0])).toEqual(
      Array.from({ length: 10 }, () => ({ role: 'atoll_app', outlet: '' })),
    );
    for (const [i, rows] of [40, 20].entries())
      expect(await verifyHistory(a, outlets[i] ?? 0)).toEqual({ ok: true, rows });
    // Nothing of them stays on a connection that the pooler lends to others.
    const visitor = createClient(databaseUrl, false);
    await visitor.connect();
    for (let n = 0; n < 6; n += 1)
      expect(
        (
          await visitor.query(`select current_user::text as role, current_setting('app.outlet_id', true) as outlet,
        current_setting('statement_timeout') as timeout`)
        ).rows,
      ).toEqual([{ role: 'postgres', outlet: '', timeout: '0' }]);
    await visitor.end();
  });

  it('[R34.10] listens and migrates over DATABASE_DIRECT_URL, and the servers behind a pooler hear one another', async () => {
    const fresh = await createDatabase(inject('postgresUrl'));
    const [pooler] = poolers;
    expect(
      await outcome({
        databaseUrl: pooler?.urlOf(fresh) ?? '',
        directUrl: fresh,
        prepares: keepsPrepared,
        partitions: 2,
      }),
    ).toBe('open');
    const buses = [await openBus({ databaseUrl: fresh }, quiet), await openBus({ databaseUrl: fresh }, quiet)];
    const heard: BusMessage[] = [];
    buses[1]?.subscribe((messages) => heard.push(...messages));
    buses[0]?.publish([{ kind: 'notify', outlet: 1, message: 'x', except: '' }]);
    await expect.poll(() => heard).toHaveLength(1);
    await Promise.all(buses.map((bus) => bus.close()));
  });

  it('[R34.10] names at the start what a pooler in transaction mode would break, also one with a single connection', async () => {
    for (const size of [3, 1]) {
      const databaseUrl = await pooled('transaction', size);
      expect(await outcome({ databaseUrl, prepares: false })).toMatch(/set DATABASE_DIRECT_URL/);
      expect(await outcome({ databaseUrl: directUrl, directUrl: databaseUrl })).toMatch(
        /DATABASE_DIRECT_URL goes through/,
      );
      expect(await outcome({ databaseUrl, directUrl })).toMatch(keepsPrepared ? /^open$/ : /set DB_PREPARE=off/);
    }
  });

  it('[R34.10] names a pooler of single statements and a direct address of another database, and takes a pooler of sessions', async () => {
    expect(await outcome({ databaseUrl: await pooled('statement'), directUrl })).toMatch(/for a statement alone/);
    const other = await createDatabase(inject('postgresUrl'));
    expect(await outcome({ databaseUrl: directUrl, directUrl: other })).toMatch(/leads to another database/);
    expect(await outcome({ databaseUrl: await pooled('session', 20) })).toBe('open');
  });
});
