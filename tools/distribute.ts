/**
 * `npm run distribute`: how the tables of a database are spread over several servers by outlet.
 *   npm run distribute              the statements for Citus, to run once on the coordinator of an empty, migrated database
 *   npm run distribute -- drill     sells on a coordinator and two workers of its own, where PostgreSQL has the extension
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addShop, line, order, settle } from '../apps/server/src/modules/bill/testing/shop.ts';
import { openStore } from '../apps/server/src/platform/store/open-store.ts';
import { createClient } from '../apps/server/src/platform/store/postgres/client.ts';
import { migratePostgres } from '../apps/server/src/platform/store/postgres/migrate.ts';
import { citusStatements, distribution } from '../apps/server/src/platform/store/schema/distribution.ts';
import { findPrograms, startPostgres } from '../apps/server/src/platform/store/testing/postgres.ts';
import { silentLog } from '../apps/server/src/platform/store/testing/silent-log.ts';
import { say, stop } from './scripts/folder.mjs';
import { verifyRows } from './verify/rows.ts';

/** Without these, triggers are refused and row security on the workers does not learn the outlet. */
const settings = [
  'shared_preload_libraries=citus',
  'citus.enable_unsafe_triggers=on',
  'citus.propagate_set_commands=local',
];

function hasCitus(): boolean {
  const bin = findPrograms();
  if (bin === undefined) return false;
  const folder = execFileSync(join(bin, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim();
  return existsSync(join(folder, 'citus.so'));
}

const statements = citusStatements(Object.keys(distribution));

async function spread(client: ReturnType<typeof createClient>, workers: readonly string[]): Promise<void> {
  await client.query('create extension citus');
  for (const url of workers) {
    const { hostname, port } = new URL(url);
    await client.query('select citus_add_node($1, $2)', [hostname, Number(port)]);
  }
  for (const statement of statements) await client.query(statement);
}

async function drill(): Promise<void> {
  if (!hasCitus())
    return say('Missing: Citus (its library citus is not in the folder of PostgreSQL). The drill did not run.');
  const clusters = [
    await startPostgres(settings),
    await startPostgres(settings),
    await startPostgres(settings),
  ] as const;
  try {
    await Promise.all(clusters.map(({ ready }) => ready));
    const [coordinator, ...workers] = clusters.map(({ url }) => url) as [string, ...string[]];
    for (const url of workers) {
      const worker = createClient(url, false);
      await worker.connect();
      await worker.query('create extension citus');
      await worker.end();
    }
    const client = createClient(coordinator, false);
    await client.connect();
    await migratePostgres(client, Date.now(), undefined, 0);
    await spread(client, workers);
    await client.end();
    const store = await openStore({ databaseUrl: coordinator }, { log: silentLog });
    for (let n = 0; n < 4; n += 1) {
      const shop = await addShop(store);
      for (let slot = 1; slot <= 10; slot += 1)
        await settle(shop, await order(shop, String(slot), [line(shop.menu.tea)]));
    }
    await verifyRows(store, ({ ok, words }) => {
      say(`${ok ? 'ok     ' : 'CHANGED'}  ${words}`);
      if (!ok) process.exitCode = 1;
    });
    await store.close();
  } finally {
    await Promise.all(clusters.map((cluster) => cluster.stop()));
  }
}

if (process.argv[2] === 'drill')
  await drill().catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)));
else for (const statement of statements) say(`${statement};`);
