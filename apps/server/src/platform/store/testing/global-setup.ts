/** One PostgreSQL cluster for a whole run of the server's tests; each test file creates its own databases in it. */
import type { TestProject } from 'vitest/node';
import { createClient } from '../postgres/client.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { findPrograms, madeDatabase, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty on a machine without PostgreSQL: the tests that need it are skipped, and counted. */
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (findPrograms() === undefined) {
    project.provide('postgresUrl', '');
    return undefined;
  }
  const cluster = await startPostgres();
  // Only tests that need a copy wait for it.
  const made = cluster.ready.then(() => makeDatabase(cluster.url));
  made.catch((error: unknown) => console.error('The database that others are copies of was not made:', error));
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}

async function makeDatabase(url: string): Promise<void> {
  const cluster = createClient(url, false);
  await cluster.connect();
  await cluster.query('create database making template template0');
  const making = createClient(url.replace(/\/[^/]*$/, '/making'), false);
  await making.connect();
  await migratePostgres(making, Date.now());
  await making.end();
  // It gets its name when it is complete and nobody is connected to it: only then can it be copied.
  await cluster.query(`alter database making rename to ${madeDatabase}`);
  await cluster.end();
}
