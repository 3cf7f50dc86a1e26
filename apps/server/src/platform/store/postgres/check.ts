/** Checks the settings of a PostgreSQL server, under which no acknowledged write may be lost. */

const minVersion = 150_000;

/** Throws when the server is too old or may lose a commit. `ask` runs one statement and returns its rows. */
export async function checkServer(ask: (sql: string) => Promise<Record<string, unknown>[]>): Promise<void> {
  const [settings] = await ask(`select current_setting('server_version_num')::int as version,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit`);
  if (settings === undefined) throw new Error('The database did not report its settings');
  if ((settings['version'] as number) < minVersion) throw new Error('Atoll needs PostgreSQL 15 or newer');
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    if (settings[name] === 'off')
      throw new Error(`The database has ${name} off and could lose payments that were acknowledged. Switch it on`);
}
