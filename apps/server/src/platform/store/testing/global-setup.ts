/** One PostgreSQL cluster, and one folder for the tables of embedded stores, for a whole run of the tests of server and tools. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createClient } from '../postgres/client.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { findPrograms, startPostgres, templateDatabase } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty on a machine without PostgreSQL: the tests that need it are skipped, and counted. */
    postgresUrl: string;
    /** The folder in which the first test that needs them makes the tables of an embedded store. */
    sqliteTables: string;
  }
}

interface Stores {
  readonly sqliteTables: string;
  readonly postgresUrl: string;
  close(): Promise<void>;
}

/** What the projects of a run share: each loads this module for itself. */
interface Shared {
  users: number;
  readonly stores: Promise<Stores>;
}
const run = globalThis as { atollStores?: Shared | undefined };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.atollStores ??= { users: 0, stores: openStores() };
  const shared = run.atollStores;
  shared.users += 1;
  const { sqliteTables, postgresUrl, close } = await shared.stores;
  project.provide('sqliteTables', sqliteTables);
  project.provide('postgresUrl', postgresUrl);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    run.atollStores = undefined;
    await close();
  };
}

async function openStores(): Promise<Stores> {
  const sqliteTables = mkdtempSync(join(tmpdir(), 'atoll-tables-'));
  const { postgresUrl, stop } = await startCluster();
  return {
    sqliteTables,
    postgresUrl,
    close: async () => {
      rmSync(sqliteTables, { recursive: true, force: true });
      await stop();
    },
  };
}

/** Starts the cluster and returns its address, and what stops it. Each test file creates its own databases in it. */
async function startCluster(): Promise<{ postgresUrl: string; stop: () => Promise<void> }> {
  if (findPrograms() === undefined) return { postgresUrl: '', stop: async () => undefined };
  const cluster = await startPostgres(['autovacuum=off']);
  // Only tests that need a copy wait for it.
  const template = cluster.ready.then(() => makeTemplate(cluster.url));
  template.catch((error: unknown) => console.error('The template database was not created:', error));
  // A run of few tests ends before the template is made.
  return { postgresUrl: cluster.url, stop: () => template.catch(() => undefined).then(() => cluster.stop()) };
}

async function makeTemplate(url: string): Promise<void> {
  const cluster = createClient(url, false);
  await cluster.connect();
  await cluster.query('create database template_draft template template0');
  const client = createClient(url.replace(/\/[^/]*$/, '/template_draft'), false);
  await client.connect();
  // Two partitions, because each has files that every test database is copied with.
  await migratePostgres(client, Date.now(), undefined, 2);
  await client.end();
  // It gets its name when it is complete and nobody is connected to it: only then can it be copied.
  await cluster.query(`alter database template_draft rename to ${templateDatabase}`);
  await cluster.end();
}
