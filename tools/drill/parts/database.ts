/** A PostgreSQL of a drill, with the role and the database that `deploy/patroni/create-database.sh` makes. */
import { createClient } from '../../../apps/server/src/platform/store/postgres/client.ts';
import { startPostgres, type TestCluster } from '../../../apps/server/src/platform/store/testing/postgres.ts';
import type { Environment } from '../environment.ts';
import { fillShop } from '../shop.ts';

export interface DrillDatabase {
  readonly cluster: TestCluster;
  readonly port: number;
  /** For the servers. */
  readonly url: string;
  /** The same as a login that sees all outlets. */
  readonly allUrl: string;
}

/** Returns the address of the database `atoll` on these hosts, as its owner or as another login. */
export const atollUrl = (hosts: string, user = 'atoll:drill'): string => `postgres://${user}@${hosts}/atoll`;

/** Runs statements one after another. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = createClient(url, false);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Starts PostgreSQL with the filled shop. `settings` are passed to it; `parent` is the folder for its data. */
export async function startDatabase(
  environment: Environment,
  settings: readonly string[] = [],
  parent?: string,
): Promise<DrillDatabase> {
  const cluster = await startPostgres(settings, undefined, undefined, parent);
  environment.atEnd(() => cluster.stop());
  await cluster.ready;
  await runSql(
    cluster.url,
    "create role atoll login createrole password 'drill'",
    'grant pg_read_all_stats to atoll',
    'create database atoll owner atoll',
  );
  const { port } = new URL(cluster.url);
  const url = atollUrl(`127.0.0.1:${port}`);
  await fillShop({ databaseUrl: url });
  return { cluster, port: Number(port), url, allUrl: atollUrl(`127.0.0.1:${port}`, 'postgres') };
}
