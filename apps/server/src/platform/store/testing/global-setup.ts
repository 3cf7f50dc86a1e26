/** One PostgreSQL cluster for a whole run of the server's tests; each test file makes databases of its own in it. */
import type { TestProject } from 'vitest/node';
import { findPrograms, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty on a machine without PostgreSQL: what needs it is skipped, and counted. */
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (findPrograms() === undefined) {
    project.provide('postgresUrl', '');
    return undefined;
  }
  const cluster = await startPostgres();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}
