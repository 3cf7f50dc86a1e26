/**
 * The archive of closed bills: a table for each table that belongs to bills, partitioned by the month of the bill, and views of both together. They follow
 * the tables: a column that a migration adds is added here at its end. Source: R34.16.
 */
import type pg from 'pg';
import { appRole, staysWhole } from '../../migration.ts';
import { tablesOfBills } from '../../outlet/recall.ts';
import { withShortLocks } from '../short-locks.ts';
import { partitionSchema } from './definition.ts';
import { plainViews, viewSchema } from './outlet-path.ts';
import { partitionedTables } from './partition.ts';

export type ArchivedTable = keyof typeof tablesOfBills;
export const archivedNames = Object.keys(tablesOfBills) as ArchivedTable[];

const partitioned = new Set<string>(partitionedTables);

interface Shape {
  readonly table: string;
  /** Names and types of the columns. */
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly archived: readonly string[] | null;
  readonly viewed: readonly string[] | null;
}

const shapesSql = `select name as table,
    (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = to_regclass('public.' || name) and attnum > 0 and not attisdropped) as columns,
    (select array_agg(format_type(atttypid, atttypmod) order by attnum) from pg_attribute where attrelid = to_regclass('public.' || name) and attnum > 0 and not attisdropped) as types,
    (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = to_regclass('public.archived_' || name) and attnum > 0 and not attisdropped) as archived,
    (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = to_regclass($2 || '.' || name) and attnum > 0 and not attisdropped) as viewed
  from unnest($1::text[]) name`;

/** Makes the tables and views of the archive that are missing, and adds the columns that they lack. */
export async function alignArchive(client: pg.Client): Promise<void> {
  const { rows: parts } = await client.query<{ number: number }>(
    `select row_number() over () - 1 as number from pg_inherits where inhparent = 'public.bill'::regclass`,
  );
  const places = [
    ...parts.map(({ number }) => ({ base: partitionSchema(number), views: viewSchema(number) })),
    // For servers that began before the tables were partitioned.
    { base: 'public', views: plainViews },
  ];
  const { rows } = await client.query<Shape>(shapesSql, [archivedNames, places[0]?.views]);
  const same = (one: readonly string[] | null, other: readonly string[]): boolean => one?.join() === other.join();
  const behind = rows.filter(
    ({ columns, archived, viewed }) =>
      !archived || !columns.every((name) => archived.includes(name)) || !same(viewed, columns),
  );
  if (behind.length === 0) return;
  await withShortLocks(client, 'the tables of the archive', async () => {
    const statements = places.map(
      ({ views }) => `create schema if not exists ${views}; grant usage on schema ${views} to ${appRole}`,
    );
    for (const shape of behind) {
      if (shape.archived) statements.push(...columnStatements(shape, shape.archived));
      else statements.push(...tableStatements(shape.table), ...(await indexStatements(client, shape.table)));
      for (const { base, views } of places) statements.push(...viewStatements(shape, base, views));
    }
    await client.query(statements.join(';\n'));
  });
}

const columnStatements = ({ table, columns, types }: Shape, archived: readonly string[]): string[] =>
  columns.flatMap((name, i) =>
    archived.includes(name) ? [] : [`alter table public.archived_${table} add column ${name} ${types[i] ?? ''}`],
  );

/** The server's role reads archived rows, and removes those that it has put back. */
function tableStatements(table: string): string[] {
  const name = `public.archived_${table}`;
  const own = `outlet_id = (select nullif(current_setting('app.outlet_id', true), '')::bigint)`;
  return [
    `create table ${name} (like public.${table} including defaults including storage including generated, archived_month text not null)
      partition by list (archived_month)`,
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    `create policy own on ${name} using (${own}) with check (${own})`,
    `grant select, delete on ${name} to ${appRole}`,
    `create or replace function public.archived_${table}_stays() returns trigger language plpgsql as $stays$ begin
      if exists (select 1 from public.${table} kept where kept.outlet_id = old.outlet_id and to_jsonb(kept) = to_jsonb(old) - 'archived_month')
      then return old; end if;
      raise exception 'an archived row is final';
    end $stays$`,
    `create trigger archived_${table}_stays before delete on ${name} for each row execute function public.archived_${table}_stays()`,
    staysWhole(name),
  ];
}

/** Returns statements for the indexes of the archive: those of the table, none of them unique. */
async function indexStatements(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string; name: string }>(
    `select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass`,
    [`public.${table}`],
  );
  return rows.map(({ definition, name }) =>
    definition.replace(
      /^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+ /,
      `create index archived_${name.replace(/^public\./, '')} on public.archived_${table} `,
    ),
  );
}

function viewStatements({ table, columns }: Shape, base: string, views: string): string[] {
  const list = columns.join(', ');
  return [
    `create or replace view ${views}.${table} with (security_invoker = true) as
      select ${list} from ${partitioned.has(table) ? base : 'public'}.${table} union all select ${list} from public.archived_${table}`,
    `grant select on ${views}.${table} to ${appRole}`,
  ];
}
