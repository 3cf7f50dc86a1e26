/** Month partitions of the archive. Source: R34.16. */
import type pg from 'pg';
import { staysWhole } from '../../migration.ts';
import { withShortLocks } from '../short-locks.ts';
import { type ArchivedTable, archivedNames } from './archived.ts';

/** Returns the name of a month's partition; a month is like '2023-05'. */
export const monthTable = (table: ArchivedTable, month: string): string =>
  `public.archived_${table}_${month.replace('-', '_')}`;

/** Returns the tables of which a month has no partition. */
async function missingTables(client: pg.Client, month: string): Promise<ArchivedTable[]> {
  const missing: ArchivedTable[] = [];
  for (const table of archivedNames) {
    const { rows } = await client.query<{ found: string | null }>('select to_regclass($1)::text as found', [
      monthTable(table, month),
    ]);
    if (rows[0]?.found === null) missing.push(table);
  }
  return missing;
}

/** Makes the partitions of a month that are missing, filled by `fill` before anybody sees them. */
export async function addMonth(client: pg.Client, month: string, fill?: () => Promise<void>): Promise<void> {
  const missing = await missingTables(client, month);
  if (missing.length === 0 && !fill) return;
  await withShortLocks(client, `the archive of ${month}`, async () => {
    for (const table of missing) {
      const name = monthTable(table, month);
      await client.query(`create table ${name} (like public.archived_${table} including all);
        alter table ${name} enable row level security;
        ${staysWhole(name)}
        alter table ${name} add constraint of_month check (archived_month = '${month}')`);
      // Readers of open bills leave it out.
      if (table === 'bill') await client.query(`alter table ${name} add constraint closed check (not is_open)`);
    }
    await fill?.();
    for (const table of missing)
      await client.query(
        `alter table public.archived_${table} attach partition ${monthTable(table, month)} for values in ('${month}')`,
      );
  });
}

/** Returns the months that the archive has, in order. */
export async function listMonths(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = to_regclass('public.archived_bill') order by 1`,
  );
  return rows.map(({ name }) => name.replace('archived_bill_', '').replace('_', '-'));
}
