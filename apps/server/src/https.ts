/** Opens the certificate with which the server serves https itself, and keeps it up to date while it runs. Source: R31.1, R31.4. */
import type { Server as HttpsServer } from 'node:https';
import { issueNotBefore } from '@atoll/domain/trust/leaf';
import type { Config } from './platform/config/config.ts';
import { releasedAt } from './platform/config/version.ts';
import type { Clock } from './platform/http/services.ts';
import type { StoreLog } from './platform/store/open-store.ts';
import { lastEntries } from './platform/store/outlet/last-entries.ts';
import type { HeldAuthority } from './platform/store/postgres/sole-authority.ts';
import type { Store } from './platform/store/store.ts';
import { openAcme } from './platform/tls/acme/acme.ts';
import { openFiles } from './platform/tls/files.ts';
import { openOwn } from './platform/tls/own.ts';
import { secureOptions, type Tls, type TlsLog } from './platform/tls/tls.ts';

/** The name of the shop where none is set. */
export const defaultShop = 'Atoll';

/** Returns when the newest record of the store was written, in ms; 0 without one. */
async function newestRecord(store: Store): Promise<number> {
  const rows = await store.readAllOutlets((db) =>
    lastEntries(db).select('history.at').orderBy('history.at', 'desc').limit(1).execute(),
  );
  return Math.max(0, ...rows.map(({ at }) => at));
}

/** Takes the authority for this server where several could make one of a database; throws when another one has it. */
export async function holdAuthority(config: Config, log: StoreLog): Promise<HeldAuthority | undefined> {
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (!config.tls || config.tls.files || url === undefined) return undefined;
  const held = await import('./platform/store/postgres/sole-authority.ts');
  return held.holdAuthority(url, log);
}

/** Opens the certificate; undefined when the server does not serve https. Throws when there is none to begin with. */
export async function openTls(config: Config, store: Store, now: Clock, log: TlsLog): Promise<Tls | undefined> {
  const { tls, publicUrl, dataDir } = config;
  if (!tls) return undefined;
  const chosen = publicUrl && new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  if (tls.files) return openFiles({ ...tls.files, origin: chosen, now, log });
  const notBefore = async (): Promise<number> => issueNotBefore(releasedAt, await newestRecord(store));
  if (tls.acme) return openAcme({ ...tls.acme, dataDir, name: chosen ?? '', now, notBefore, log });
  const former = config.formerOrigins.map(({ origin }) => new URL(origin).hostname);
  return openOwn({ dataDir, shop: tls.shop ?? defaultShop, chosen, former, now, notBefore, log });
}

/** Uses each new certificate for new connections; open ones stay. Returns the function that stops it. */
export const followTls = (tls: Tls, server: unknown): (() => void) =>
  tls.follow((pair) => (server as HttpsServer).setSecureContext(secureOptions(pair)));
