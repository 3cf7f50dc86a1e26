/** Ends a database session whose connection was given up: it may still hold the lock of an outlet. */
import { createClient } from './client.ts';

/** Ends the session of an application name, when the database can be reached; an idle session ends by its own time limit. */
export async function endSession(url: string, applicationName: string): Promise<void> {
  const client = createClient(url, false, { applicationName: 'atoll ends a session', queryMs: 5000 });
  try {
    await client.connect();
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      applicationName,
    ]);
  } finally {
    await client.end();
  }
}
