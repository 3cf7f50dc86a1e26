/** One PostgreSQL cluster for a whole run of the server's tests; each test file creates its own databases in it. */
import type { TestProject } from 'vitest/node';
import { createClient } from '../postgres/client.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { findPrograms, startPostgres, templateDatabase } from './postgres.ts';

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
  const template = cluster.ready.then(() => makeTemplate(cluster.url));
  template.catch((error: unknown) => console.error('The template database was not created:', error));
  project.provide('postgresUrl', cluster.url);
  // A run of few tests ends before the template is made.
  return () => template.catch(() => undefined).then(() => cluster.stop());
}

async function makeTemplate(url: string): Promise<void> {
  const cluster = createClient(url, false);
  await cluster.connect();
  await cluster.query('create database template_draft template template0');
  const client = createClient(url.replace(/\/[^/]*$/, '/template_draft'), false);
  await client.connect();
  await migratePostgres(client, Date.now());
  await client.end();
  // It gets its name when it is complete and nobody is connected to it: only then can it be copied.
  await cluster.query(`alter database template_draft rename to ${templateDatabase}`);
  await cluster.end();
}
