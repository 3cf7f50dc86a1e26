/** Partitions of a database of an earlier release, made while people sell. Source: R34.16. */
import type pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { addShop, line, order, type Shop, settle } from '../../../../modules/bill/testing/shop.ts';
import { readConfig } from '../../../config/config.ts';
import { locationOf, openStore } from '../../open-store.ts';
import { createDatabase } from '../../testing/engine.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createClient } from '../client.ts';
import { migratePostgres } from '../migrate.ts';
import { alignArchive } from './archived.ts';
import { isPartitioned, partitionedTables, partitionTables } from './partition.ts';

describe.skipIf(!inject('postgresUrl'))('partitions of a database in use', () => {
  const clients: pg.Client[] = [];
  /** The database whose tables the first test partitioned. */
  let owner: pg.Client;
  afterAll(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))));
  async function connect(url: string): Promise<pg.Client> {
    const client = createClient(url, false);
    await client.connect();
    clients.push(client);
    return client;
  }
  const sell = async (shop: Shop, slot: number): Promise<void> =>
    void (await settle(shop, await order(shop, String(slot), [line(shop.menu.tea), line(shop.menu.burger)])));
  const sums = async (client: pg.Client): Promise<Record<string, string>> => {
    const all: Record<string, string> = {};
    for (const table of partitionedTables) {
      await client.query(`begin; set local role postgres; set local row_security = on`);
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || md5(string_agg(row_to_json(t)::text, '' order by row_to_json(t)::text)) as sum from public.${table} t`,
      );
      await client.query('rollback');
      all[table] = rows[0]?.sum ?? '';
    }
    return all;
  };

  it('[R34.16] big tables of an existing store are partitioned by hash of the outlet while tills sell, also when it is interrupted', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    expect(locationOf(readConfig({ DATABASE_URL: databaseUrl }))).toMatchObject({ partitions: 32 });
    owner = await connect(databaseUrl);
    await migratePostgres(owner, 1, undefined, 0);
    expect(await isPartitioned(owner)).toBe(false);
    const store = await openStore({ databaseUrl }, { log: silentLog });
    const shops = [await addShop(store), await addShop(store), await addShop(store)];
    for (const shop of shops) for (let slot = 1; slot <= 5; slot += 1) await sell(shop, slot);

    // Tills go on selling.
    let [isOver, longest, sold] = [false, 0, 0];
    const tills = shops.map(async (shop) => {
      while (!isOver) {
        const from = performance.now();
        await sell(shop, 6);
        sold += 1;
        longest = Math.max(longest, performance.now() - from);
      }
    });
    const killed = await connect(databaseUrl);
    const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid');
    const onCopied = (table: string): void => {
      if (table === 'payment') void owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    };
    await expect(partitionTables(killed, 4, { onCopied })).rejects.toThrow();
    const copied = new Map<string, number>();
    expect(await partitionTables(owner, 4, { onCopied: (table, rows) => copied.set(table, rows) })).toBe(true);
    await alignArchive(owner);
    const whenDone = sold;
    await expect.poll(() => sold, { timeout: 30_000 }).toBeGreaterThan(whenDone + 3);
    isOver = true;
    await Promise.all(tills);
    expect([...copied.keys()]).toEqual([...partitionedTables]);
    // It continued: what was copied before is not copied again.
    expect([copied.get('bill'), copied.get('payment')]).toEqual([0, 0]);
    expect(copied.get('sold_item')).toBeGreaterThanOrEqual(30);
    expect(longest).toBeLessThan(8000);
    expect(await partitionTables(owner, 4)).toBe(false);

    const before = await sums(owner);
    expect(Number(before['bill']?.split(' ')[0])).toBe(15 + sold);
    expect(Number(before['payment']?.split(' ')[0])).toBe(15 + sold);
    expect(Number(before['sold_item']?.split(' ')[0])).toBe(2 * (15 + sold));
    // A server that starts now finds the outlet's partition; one of before goes on.
    const next = await openStore({ databaseUrl }, { log: silentLog });
    for (const shop of shops) {
      await sell(shop, 7);
      await sell({ ...shop, store: next }, 8);
      const seqs = await next.readOutlet(shop.outletId, (db) =>
        db.selectFrom('history').select('seq').where('outlet_id', '=', shop.outletId).orderBy('seq').execute(),
      );
      expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map((_, i) => i + 1));
    }
    await next.close();
    await store.close();
    const { rows: unchecked } = await owner.query(`select 1 from pg_constraint where not convalidated`);
    expect(unchecked).toEqual([]);
    const { rows: left } = await owner.query(`select 1 from pg_namespace where nspname in ('atoll_new', 'atoll_old')`);
    expect(left).toEqual([]);
  });

  it('[R34.16] a sale that runs ends before the new tables take the place of the former ones, and neither waits for the other', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const [client, seller, watcher] = [
      await connect(databaseUrl),
      await connect(databaseUrl),
      await connect(databaseUrl),
    ];
    await migratePostgres(client, 1, undefined, 0);
    // Whoever looks first whether both wait for each other is the one that ends.
    await seller.query(`set deadlock_timeout = '10ms'`);
    const onCopied = (table: string): void => {
      if (table !== 'kitchen_ticket') return;
      void seller.query(`begin; lock table outlet_cursor in row share mode; lock table history in row exclusive mode`);
    };
    const partitioned = partitionTables(client, 1, { onCopied });
    const waits = async () => (await watcher.query('select 1 from pg_locks where not granted')).rows.length;
    await expect.poll(waits).toBeGreaterThan(0);
    await expect(seller.query('select 1 from bill; commit')).resolves.toBeDefined();
    expect(await partitioned).toBe(true);
  });

  it('[R34.15] builds an index of a partitioned table partition by partition', async () => {
    const text = '-- expand: an index.\ncreate index history_of_user on history (outlet_id, user_id, seq);';
    const { readMigrations } = await import('../../migration.ts');
    const all = readMigrations();
    await migratePostgres(owner, 1, [...all, { number: all.length + 1, name: 'next', sha256: text, text }]);
    const { rows } = await owner.query<{ valid: boolean; count: number }>(
      `select indisvalid as valid, (select count(*)::int from pg_inherits where inhparent = indexrelid) as count
        from pg_index where indexrelid = 'public.history_of_user'::regclass`,
    );
    expect(rows).toEqual([{ valid: true, count: 4 }]);
  });
});
