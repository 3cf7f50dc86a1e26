/** Refuses poolers that the server cannot work with, and names the setting. Source: R34.10, docs/rules.md#poolers. */
import type { DatabaseLocation } from '../../open-store.ts';
import { createClient } from '../client.ts';
import { startFault } from '../start-fault.ts';
import { inspectPooler, type Pooling } from './pooler.ts';

const needsDirect =
  'DATABASE_URL goes through a pooler that lends a connection for a transaction: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, which migrations and notifications need';
const notDirect =
  'DATABASE_DIRECT_URL goes through a pooler that lends a connection for a transaction: it must be the address of PostgreSQL itself';

/** Throws when the addresses of a store are pooled in a way that would break it, or lead to two databases. */
export async function checkPooling(url: string, direct: string, location: DatabaseLocation): Promise<void> {
  const { directUrl, prepares = true } = location;
  const pooling = await named('DATABASE_URL', inspectPooler(url, prepares));
  if (directUrl === undefined) {
    if (pooling === 'transaction') throw new Error(needsDirect);
    return;
  }
  if ((await named('DATABASE_DIRECT_URL', inspectPooler(direct, false))) === 'transaction') throw new Error(notDirect);
  if ((await identityOf(url)) !== (await identityOf(direct)))
    throw new Error('DATABASE_DIRECT_URL leads to another database than DATABASE_URL');
}

async function named(setting: string, inspected: Promise<Pooling>): Promise<Pooling> {
  try {
    return await inspected;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('goes through')) throw startFault(setting, error);
    throw new Error(`${setting} ${error.message}`, { cause: error });
  }
}

/** Returns what only this database of this cluster has. */
async function identityOf(url: string): Promise<string> {
  const client = createClient(url, false);
  await client.connect();
  try {
    const { rows } = await client.query<{ identity: string }>(
      `select current_database() || ' ' || (select system_identifier from pg_control_system()) as identity`,
    );
    return rows[0]?.identity ?? '';
  } finally {
    await client.end();
  }
}
