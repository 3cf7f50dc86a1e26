/** A store on PostgreSQL is put aside by renaming its schema; the database's owner does it, the server's role could not. */
import { asideName, type FirstSecret } from '../archive-name.ts';
import { createClient } from './client.ts';
import { migratePostgres } from './migrate.ts';

/** Renames the schema and makes an empty store in a new one of the same name. */
export async function putPostgresAside(url: string, first: FirstSecret, now: number): Promise<string> {
  const client = createClient(url, false);
  await client.connect();
  try {
    const aside = asideName(now);
    const { rows } = await client.query<{ last: number | null }>('select max(id) as last from public.outlet');
    await client.query(`begin; alter schema public rename to ${aside}; create schema public; commit`);
    await migratePostgres(client, now);
    await client.query(`alter table outlet alter column id restart with ${Number(rows[0]?.last ?? 0) + 1}`);
    await client.query('insert into secret (name, value, created_at) values ($1, $2, $3)', [
      first.name,
      first.value,
      now,
    ]);
    return `schema ${aside}`;
  } finally {
    await client.end();
  }
}
