/**
 * Partitions the large tables by hash of the outlet: new tables are made beside the former ones, filled outlet by outlet while people work, and take their
 * place in one short transaction. It can be ended and started again at any time. Source: R34.16, docs/decisions/046-partitions-and-archive.md.
 */
import type pg from 'pg';
import { appRole } from '../../migration.ts';
import { withShortLocks } from '../short-locks.ts';
import { newSchema, oldSchema, partitionSchema, readDefinition, type TableDefinition } from './definition.ts';

/** Tables that grow with each sale; a table comes after those that it refers to. */
export const partitionedTables = [
  'bill',
  'payment',
  'sold_item',
  'history',
  'change_log',
  'kitchen_ticket',
  'stock_movement',
] as const;

/** Partitions of each table. */
export const defaultPartitions = 32;
/** Rows that are copied under the lock of an outlet: its tills wait for about 50 ms. */
const rowsAtOnce = 2000;

export interface PartitionProgress {
  /** Called after a table of all outlets was copied. */
  onCopied?(table: string, rows: number): void;
}

/** Returns whether the large tables are partitioned. */
export async function isPartitioned(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select 1 from pg_class where oid = 'public.bill'::regclass and relkind = 'p'`);
  return rows.length > 0;
}

/** Partitions the large tables. Returns false when they were already. The client is that of the owner, and nobody migrates at the same time. */
export async function partitionTables(
  client: pg.Client,
  partitions: number = defaultPartitions,
  progress: PartitionProgress = {},
): Promise<boolean> {
  if (await isPartitioned(client)) {
    await finish(client);
    return false;
  }
  const definitions: TableDefinition[] = [];
  for (const table of partitionedTables)
    definitions.push(await readDefinition(client, table, { partitions, moved: partitionedTables }));
  await prepare(client, definitions, partitions);
  for (const definition of definitions) {
    await startMirror(client, definition);
    progress.onCopied?.(definition.table, await copyTable(client, definition));
  }
  await swap(client, definitions);
  await finish(client);
  return true;
}

/** Makes the new tables, unless an earlier run has made them as they would be made now. */
async function prepare(client: pg.Client, definitions: readonly TableDefinition[], partitions: number): Promise<void> {
  const plan = JSON.stringify([partitions, definitions]);
  const { rows } = await client.query<{ plan: string }>(
    `select obj_description(to_regnamespace('${newSchema}'), 'pg_namespace') as plan`,
  );
  if (rows[0]?.plan === plan) return;
  await withShortLocks(client, 'the tables', async () => {
    const schemas = Array.from({ length: partitions }, (_, i) => partitionSchema(i));
    await client.query(`drop schema if exists ${newSchema} cascade; create schema ${newSchema}`);
    for (const schema of schemas)
      await client.query(
        `drop schema if exists ${schema} cascade; create schema ${schema}; grant usage on schema ${schema} to ${appRole}`,
      );
    for (const { create } of definitions) await client.query(create.join(';\n'));
    // They are checked at the end of each transaction, because the mirror of a payment may be written before that of its bill.
    for (const { foreignKeys } of definitions)
      for (const { on, name, definition } of foreignKeys)
        await client.query(`alter table ${on} add constraint ${name} ${definition} deferrable initially deferred`);
    await nameIndexes(client);
    await client.query(
      `create table ${newSchema}.copied (table_name text, outlet_id bigint, primary key (table_name, outlet_id))`,
    );
    await client.query(`comment on schema ${newSchema} is ${client.escapeLiteral(plan)}`);
  });
}

/** Gives the indexes of partitions the name of the table's index: they are in a schema of their own. */
async function nameIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    schema: string;
    name: string;
    called: string;
  }>(`select child.relnamespace::regnamespace::text as schema,
      child.relname as name, parent.relname as called
    from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where child.relkind = 'i' and parent.relnamespace = '${newSchema}'::regnamespace and child.relname <> parent.relname`);
  if (rows.length > 0)
    await client.query(
      rows.map(({ schema, name, called }) => `alter index ${schema}.${name} rename to ${called}`).join(';\n'),
    );
}

/** From now on each write of the former table is also made in the new one. */
async function startMirror(client: pg.Client, { table, key, columns }: TableDefinition): Promise<void> {
  const isKey = new Set(['outlet_id', ...key.map(({ name }) => name)]);
  const changed = columns.filter((name) => !isKey.has(name)).map((name) => `${name} = excluded.${name}`);
  const same = [...isKey].map((name) => `${name} = old.${name}`).join(' and ');
  await withShortLocks(client, `the table ${table}`, async () => {
    await client.query(`create or replace function ${newSchema}.mirror_${table}() returns trigger language plpgsql security definer
      set search_path = '' as $$ begin
        if tg_op = 'DELETE' then
          delete from ${newSchema}.${table} where ${same};
        else
          insert into ${newSchema}.${table} select new.*
          on conflict (${[...isKey].join(', ')}) do update set ${changed.join(', ')};
        end if;
        return null;
      end $$`);
    await client.query(`create or replace trigger atoll_mirror after insert or update or delete on public.${table}
      for each row execute function ${newSchema}.mirror_${table}()`);
  });
}

/** Copies the rows of every outlet that were there before; returns their number in this run. */
async function copyTable(client: pg.Client, definition: TableDefinition): Promise<number> {
  const { table } = definition;
  const { rows } = await client.query<{ id: number }>(
    `select id from outlet where not exists (select 1 from ${newSchema}.copied where table_name = $1 and outlet_id = id) order by id`,
    [table],
  );
  let copied = 0;
  for (const { id } of rows) copied += await copyOutlet(client, definition, id);
  return copied;
}

async function copyOutlet(client: pg.Client, definition: TableDefinition, outletId: number): Promise<number> {
  const { table, key } = definition;
  const names = key.map(({ name }) => name).join(', ');
  const given = key.map(({ type }, i) => `$${i + 2}::text::${type}`).join(', ');
  let last: readonly string[] | null = null;
  let copied = 0;
  for (;;) {
    const page = await withShortLocks(client, `the table ${table}`, async () => {
      // Commands of the outlet wait here, so that none changes a row between its reading and its copy.
      await client.query(`select set_config('app.outlet_id', $1, true)`, [String(outletId)]);
      await client.query('select 1 from outlet_cursor where outlet_id = $1 for update', [outletId]);
      const { rows } = await client.query<{ last: string[]; count: number }>(
        `with page as (select * from public.${table} where outlet_id = $1 ${last ? `and (${names}) > (${given})` : ''}
            order by ${names} limit ${rowsAtOnce}),
          made as (insert into ${newSchema}.${table} select * from page on conflict do nothing)
        select array[${key.map(({ name }) => `${name}::text`).join(', ')}] as last, (select count(*) from page) as count
          from page order by ${key.map(({ name }) => `${name} desc`).join(', ')} limit 1`,
        [outletId, ...(last ?? [])],
      );
      if (rows.length === 0) await client.query(`insert into ${newSchema}.copied values ($1, $2)`, [table, outletId]);
      return rows[0];
    });
    last = page?.last ?? null;
    copied += Number(page?.count ?? 0);
    if (!last) return copied;
  }
}

interface Referring {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Puts the new tables in the place of the former ones. */
async function swap(client: pg.Client, definitions: readonly TableDefinition[]): Promise<void> {
  const { rows: referring } = await client.query<Referring>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and conparentid = 0 and relnamespace = 'public'::regnamespace and confrelid::regclass::text = any($1)
      and not conrelid::regclass::text = any($1)`,
    [partitionedTables],
  );
  await withShortLocks(client, 'the tables', async () => {
    const tables = [...partitionedTables, ...new Set(referring.map(({ table }) => table))];
    // A command locks its outlet before any of the tables: those that run end, and no other begins. Without it they and the locks below wait for each other.
    await client.query('lock table outlet_cursor in exclusive mode');
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
    await client.query(`create schema if not exists ${oldSchema}`);
    for (const { table, foreignKeys } of definitions) {
      await client.query(`drop trigger atoll_mirror on public.${table}; alter table public.${table} set schema ${oldSchema};
        alter table ${newSchema}.${table} set schema public`);
      for (const { on, name } of foreignKeys)
        await client.query(`alter table ${on.replace(newSchema, 'public')} alter constraint ${name} not deferrable`);
    }
    for (const { table, name, definition } of referring)
      await client.query(
        `alter table ${table} drop constraint ${name}, add constraint ${name} ${definition} not valid`,
      );
  });
}

/** Checks the foreign keys that were made again, and drops the former tables: nobody waits for either. */
async function finish(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and not convalidated and relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} validate constraint ${name}`);
  for (const schema of [newSchema, oldSchema]) await client.query(`drop schema if exists ${schema} cascade`);
}
