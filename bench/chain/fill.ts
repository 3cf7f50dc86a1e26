/** Fills a database with a chain: copies of the demo's café, each with a person who may do everything there. */
import { catchUpSums } from '../../apps/server/src/modules/report/catch-up.ts';
import { catchUpSearch } from '../../apps/server/src/modules/search/catch-up.ts';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { createClient } from '../../apps/server/src/platform/store/postgres/client.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { seedDemo } from '../../apps/server/src/seed/demo.ts';
import { filledMark } from '../../apps/server/src/seed/first-start.ts';
import { seedHashed } from '../../apps/server/src/seed/seed-user.ts';
import { password, quickHashes } from '../../apps/server/src/testing/quick-hashes.ts';
import type { TillPlace } from '../load/till.ts';

const cafe = 1;
/** What an outlet has written itself is not copied with it. */
const ownRows: ReadonlySet<string> = new Set(['user_outlet', 'history', 'history_head', 'change_log', 'notification']);

/** A cursor that points to a history without its entries would be reported as one that was changed. */
const emptyHistory = { history_seq: '0', history_hash: "''" } as const;

const emailOf = (outletId: number): string => `outlet${outletId}@chain.test`;

/** Returns the keeper of each outlet, at a table of it. */
export const chainPlaces = (outletIds: readonly number[]): TillPlace[] =>
  outletIds.map((outletId) => ({ email: emailOf(outletId), password, outletId, type: 'Table', slot: 1 }));

/** Fills the empty database of this address; returns the ids of its outlets. */
export async function fillChain(databaseUrl: string, outlets: number): Promise<readonly number[]> {
  const store = await openStore({ databaseUrl }, { log: silentLog });
  try {
    const now = Date.now();
    await seedDemo(store, now, { days: 0, cafe: 0, store: 0 });
    const person = { name: 'Keeper', role: 'Admin', jobTitle: '', department: '' } as const;
    await seedHashed(store, { ...person, email: emailOf(cafe), outletIds: [cafe] }, quickHashes, now);
    await store.writeOrg((db) =>
      db
        .insertInto('secret')
        .values({ ...filledMark, created_at: now })
        .execute(),
    );
    // A chain in use has its search words and sums; copies get them with their outlet.
    await catchUpSearch(store);
    await catchUpSums(store);
  } finally {
    await store.close();
  }
  return copyOutlet(databaseUrl, outlets);
}

async function copyOutlet(databaseUrl: string, outlets: number): Promise<readonly number[]> {
  const client = createClient(databaseUrl, false);
  await client.connect();
  try {
    // The rows of a copy agree with each other as those of the original do.
    await client.query('begin; set local session_replication_role = replica');
    const { rows: columns } = await client.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' group by table_name`,
    );
    const columnsOf = new Map(columns.map((table) => [table.name, table.columns]));
    const { rows: last } = await client.query<{ id: number }>('select max(id) as id from outlet');
    const from = (last[0]?.id ?? 0) + 1;
    const to = from + outlets - 2;
    /** Copies rows for each new outlet `n`, with other values in some columns. */
    const copy = (table: string, changed: Readonly<Record<string, string>>, where: string) => {
      const all = columnsOf.get(table) ?? [];
      const values = all.map((column) => changed[column] ?? `t.${column}`).join(', ');
      return client.query(
        // Skipped is what only one outlet may have, such as the address of a site.
        `insert into ${table} (${all.join(', ')}) select ${values} from ${table} t, generate_series(${from}, ${to}) n where ${where}
         on conflict do nothing`,
      );
    };
    await copy('outlet', { id: 'n', name: "t.name || ' ' || n" }, `t.id = ${cafe}`);
    for (const [table, names] of columnsOf)
      if (names.includes('outlet_id') && !ownRows.has(table))
        await copy(table, { outlet_id: 'n', ...(table === 'outlet_cursor' && emptyHistory) }, `t.outlet_id = ${cafe}`);
    const person = { id: '1000000 + n', key: 'gen_random_uuid()::text', email: "'outlet' || n || '@chain.test'" };
    await copy('app_user', person, `t.email = '${emailOf(cafe)}'`);
    await client.query(
      `insert into user_outlet (user_id, outlet_id, sort) select 1000000 + n, n, 0 from generate_series(${from}, ${to}) n`,
    );
    await client.query('commit');
    await client.query('analyze');
    return [cafe, ...Array.from({ length: outlets - 1 }, (_, index) => from + index)];
  } finally {
    await client.end();
  }
}

export interface TableSize {
  readonly name: string;
  readonly megabytes: number;
}

/** Returns the largest tables, with their indexes. */
export async function largestTables(databaseUrl: string, count: number): Promise<readonly TableSize[]> {
  const client = createClient(databaseUrl, false);
  await client.connect();
  try {
    const { rows } = await client.query<TableSize>(
      `select relname as name, pg_total_relation_size(oid) / 1048576.0 as megabytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit ${count}`,
    );
    return rows.map(({ name, megabytes }) => ({ name, megabytes: Number(megabytes) }));
  } finally {
    await client.end();
  }
}

/** Ends the connections by which the servers hear of each other. */
export async function resetBus(databaseUrl: string): Promise<void> {
  const client = createClient(databaseUrl, false);
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
  );
  await client.end();
}
