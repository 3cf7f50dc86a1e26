import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readMigrations } from '../migration.ts';
import { openStore } from '../open-store.ts';
import { verifyHistory } from '../outlet/history.ts';
import type { Store } from '../store.ts';
import { createDatabase } from '../testing/engine.ts';
import { addOutlet } from '../testing/outlet.ts';
import { startPostgres } from '../testing/postgres.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createClient } from './client.ts';
import { addMonth } from './layout/months.ts';

describe.skipIf(!inject('postgresUrl'))('row security between outlets on PostgreSQL', () => {
  let store: Store;
  let url: string;
  const outlets: number[] = [];
  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'));
    store = await openStore({ databaseUrl: url, partitions: 2 }, { log: silentLog });
    for (const name of ['Reef', 'Lagoon']) outlets.push(await addOutlet(store, { name }));
    for (const outletId of outlets)
      await store.writeOutlet(outletId, async (tx) => {
        tx.history({ subject: 'A', subjectKey: 'a', action: 'Created', userId: null, deviceId: null });
      });
  });
  afterAll(() => store.close());

  it('protects every table of outlets, enabled and forced, for reading and writing', async () => {
    const texts = readMigrations().map(({ text }) => text);
    const orgWide = texts.flatMap((text) => [...text.matchAll(/^@org (\w+)/gm)].map((match) => match[1]));
    const { rows } = await store.readOrg((db) =>
      sql<{ name: string; enabled: boolean; forced: boolean; using: string | null; check: string | null }>`
        select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
          pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
        from pg_class c left join pg_policy p on p.polrelid = c.oid and p.polname = 'own'
        where c.relkind in ('r', 'p') and (c.relnamespace = 'public'::regnamespace or c.relnamespace::regnamespace::text like 'atoll\\_p%')`.execute(
        db,
      ),
    );
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) {
      if (orgWide.includes(row.name) || row.name === 'migration') continue;
      expect(row, row.name).toMatchObject({
        enabled: true,
        forced: true,
        using: expect.stringContaining('app.outlet_id'),
        check: expect.stringContaining('app.outlet_id'),
      });
    }
  });

  it('works as a role that is neither superuser nor owner and cannot bypass row security', async () => {
    const { rows } = await store.readOrg((db) =>
      sql`select current_user::text as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`.execute(
        db,
      ),
    );
    expect(rows).toEqual([{ name: 'atoll_app', rolsuper: false, rolbypassrls: false }]);
    const owned = await store.readOrg((db) =>
      sql`select relname from pg_class where relowner = (select oid from pg_roles where rolname = current_user)`.execute(
        db,
      ),
    );
    expect(owned.rows).toEqual([]);
  });

  it('[R36.22] [R36.23] refuses its owner too to empty the history, completed bills and every other final table, in parts and archive', async () => {
    const texts = readMigrations().map(({ text }) => text);
    const final = texts.flatMap((text) => [...text.matchAll(/^@append-only (\w+)/gm)].map((match) => String(match[1])));
    const names = ['bill', ...new Set(final)].flatMap((name) => [name, `archived_${name}`]);
    const owner = createClient(url, false);
    await owner.connect();
    try {
      await addMonth(owner, '2023-05');
      const { rows } = await owner.query<{ name: string }>(
        `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and regexp_replace(relname, '_\\d{4}_\\d{2}$', '') = any($1)`,
        [names],
      );
      const tables = rows.map(({ name }) => name);
      expect(tables).toEqual(
        expect.arrayContaining(['history', 'bill', 'atoll_p01.history', 'atoll_p01.bill', 'archived_bill_2023_05']),
      );
      for (const table of tables)
        await expect(owner.query(`truncate ${table} cascade`), table).rejects.toThrow('cannot be emptied');
    } finally {
      await owner.end();
    }
  });

  it('shows an outlet only its own rows, even in a query without a condition', async () => {
    const [reef] = outlets;
    const seen = await store.readOutlet(reef as number, (db) => db.selectFrom('history').select('outlet_id').execute());
    expect(seen).toEqual([{ outlet_id: reef }]);
    expect(await store.readOrg((db) => db.selectFrom('history').select('outlet_id').execute())).toEqual([]);
  });

  it('refuses to write a row for another outlet', async () => {
    const [reef, lagoon] = outlets as [number, number];
    await expect(
      store.writeOutlet(reef, (tx) =>
        tx.db
          .insertInto('setting')
          .values({ outlet_id: lagoon, key: 'x', value: null, value_list: null, modified_at: 0, modified_by: null })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('gives numbers without a gap to two server processes that write at once', async () => {
    const other = await openStore({ databaseUrl: url }, { log: silentLog });
    const [, lagoon] = outlets as [number, number];
    const next = (from: Store) =>
      from.writeOutlet(lagoon, async (tx) => {
        tx.head.billNumber += 1;
        tx.history({ subject: 'A', subjectKey: 'a', action: 'Created', userId: null, deviceId: null });
        return tx.head.billNumber;
      });
    const numbers = await Promise.all(Array.from({ length: 60 }, (_, i) => next(i % 2 === 0 ? store : other)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    expect(await verifyHistory(store, lagoon)).toEqual({ ok: true, rows: 61 });
    await other.close();
  });

  it('continues when the database ends its connections in the middle of a transaction', async () => {
    const [reef] = outlets as [number, number];
    const admin = createClient(url, false);
    await admin.connect();
    let runs = 0;
    const number = await store.writeOutlet(reef, async (tx) => {
      runs += 1;
      tx.head.billNumber += 1;
      tx.history({ subject: 'A', subjectKey: 'cut', action: 'Created', userId: null, deviceId: null });
      if (runs === 1)
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
      await tx.db.selectFrom('history').select('seq').execute();
      return tx.head.billNumber;
    });
    await admin.end();
    // The connection may have ended before the commit or just after it.
    expect(runs).toBeLessThanOrEqual(2);
    expect(number).toBe(1);
    const rows = await store.readOutlet(reef, (db) =>
      db.selectFrom('history').select('seq').where('subject_key', '=', 'cut').execute(),
    );
    expect(rows).toHaveLength(1);
  });

  it('runs every command once while the database ends its connections at any moment, also during a commit', async () => {
    const outletId = await addOutlet(store, { name: 'Storm' });
    const admin = createClient(url, false);
    await admin.connect();
    let isDone = false;
    const storm = (async () => {
      for (let n = 0; n < 40 && !isDone; n += 1) {
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        );
        await new Promise((resolve) => setTimeout(resolve, n % 7));
      }
    })();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 3));
        return store.writeOutlet(outletId, async (tx) => {
          tx.head.billNumber += 1;
          tx.history({ subject: 'A', subjectKey: `k${n}`, action: 'Created', userId: null, deviceId: null });
          return tx.head.billNumber;
        });
      }),
    );
    isDone = true;
    await storm;
    await admin.end();
    const done = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const rows = await store.readOutlet(outletId, (db) => db.selectFrom('history').select('subject_key').execute());
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: done.length }, (_, n) => n + 1));
    expect(new Set(rows.map((row) => row.subject_key)).size).toBe(rows.length);
    expect(rows).toHaveLength(done.length);
    expect(done.length).toBeGreaterThan(0);
    expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: done.length });
  });
});

describe.skipIf(!inject('postgresUrl'))('a PostgreSQL that may lose commits', () => {
  it.each(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'])(
    'refuses a PostgreSQL with %s',
    async (setting) => {
      const cluster = await startPostgres([setting]);
      try {
        await cluster.ready;
        await expect(openStore({ databaseUrl: cluster.url }, { log: silentLog })).rejects.toThrow(/off and could lose/);
      } finally {
        await cluster.stop();
      }
    },
  );
});

describe.skipIf(!inject('postgresUrl'))('a login that is no superuser', () => {
  it('takes the roles that it created, so that row security holds for it', async () => {
    const cluster = await startPostgres();
    try {
      await cluster.ready;
      const admin = createClient(cluster.url, false);
      await admin.connect();
      await admin.query('create role shop login createrole');
      await admin.query('create database shop owner shop');
      await admin.end();
      const url = cluster.url.replace('postgres@', 'shop@').replace(/postgres$/, 'shop');
      const store = await openStore({ databaseUrl: url }, { log: silentLog });
      const { rows } = await store.readOrg((db) => sql`select current_user::text as name`.execute(db));
      await store.close();
      expect(rows).toEqual([{ name: 'atoll_app' }]);
    } finally {
      await cluster.stop();
    }
  });
});
