import type { HubLog } from '../log.ts';
import type { HubBus } from './bus.ts';
import { MemoryBus } from './memory.ts';

/**
 * Opens the bus that the configuration names: `BUS_URL` redis or rediss, postgres or memory. Without it, it uses
 * PostgreSQL's NOTIFY when the store is in PostgreSQL, and otherwise no bus is needed. Only the chosen kind is loaded.
 */
export async function openBus(
  { busUrl, databaseUrl }: { readonly busUrl?: string | undefined; readonly databaseUrl?: string | undefined },
  log: HubLog,
): Promise<HubBus> {
  const url = busUrl ?? databaseUrl;
  if (url === undefined || url === 'memory') return new MemoryBus();
  if (/^rediss?:/.test(url)) return (await import('./redis.ts')).RedisBus.open(url, log);
  if (/^postgres(ql)?:/.test(url)) return (await import('./postgres.ts')).PostgresBus.open(url, log);
  throw new Error('BUS_URL must start with redis://, rediss:// or postgres://, or be memory');
}
