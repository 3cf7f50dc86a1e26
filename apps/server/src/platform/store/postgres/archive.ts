/**
 * Archives a store on PostgreSQL by renaming its schema, when the owner leaves the demo data. Connects with the login
 * that owns the schema; the role that the server's queries use has no right to rename it.
 */
import { archiveName, type FirstSecret } from '../archive-name.ts';
import { createClient } from './client.ts';
import { DatabaseHosts } from './hosts/hosts.ts';
import { plainViews } from './layout/outlet-path.ts';
import { migratePostgres } from './migrate.ts';

/**
 * Renames the schema and creates an empty store in a new one of the old name, with one secret in it. The ids of its
 * outlets continue after the archived ones. Returns where the archive is.
 */
export async function archivePostgres(
  url: string,
  first: FirstSecret,
  now: number,
  partitions?: number,
): Promise<string> {
  const hosts = new DatabaseHosts(url, { warn: () => undefined });
  const client = createClient(await hosts.url(), false);
  await client.connect();
  try {
    const archive = archiveName(now);
    const { rows } = await client.query<{ last: number | null }>('select max(id) as last from public.outlet');
    const { rows: others } = await client.query<{ name: string }>(
      `select nspname::text as name from pg_namespace where nspname ~ '^atoll_(p|w)[0-9]+$' or nspname = '${plainViews}'`,
    );
    const renamed = others.map(({ name }) => `alter schema ${name} rename to ${archive}_${name};`).join(' ');
    await client.query(`begin; ${renamed} alter schema public rename to ${archive}; create schema public; commit`);
    await migratePostgres(client, now, undefined, partitions);
    await client.query(`alter table outlet alter column id restart with ${Number(rows[0]?.last ?? 0) + 1}`);
    await client.query('insert into secret (name, value, created_at) values ($1, $2, $3)', [
      first.name,
      first.value,
      now,
    ]);
    return `schema ${archive}`;
  } finally {
    hosts.close();
    await client.end();
  }
}
