/**
 * Lets one server of a database have the shop's own authority: two would each make one, and a device would trust half of the shop.
 * Source: docs/decisions/043-https-of-the-server.md.
 */
import type pg from 'pg';
import type { StoreLog } from '../open-store.ts';
import { createClient } from './client.ts';
import { DatabaseHosts } from './hosts/hosts.ts';

/** 'authority' among the advisory locks of a database. */
const authorityLock = 7_163_905;
const againMs = 5000;

export const authorityTaken =
  'Another server has the authority. Several servers of one database use TLS=files, or TLS=off behind a proxy.';

export interface HeldAuthority {
  /** Lets another server have it. */
  release(): Promise<void>;
}

/** Takes the authority of a database until it is released. Throws when another server has it. A lost connection is made again. */
export async function holdAuthority(databaseUrl: string, log: StoreLog): Promise<HeldAuthority> {
  const hosts = new DatabaseHosts(databaseUrl, log);
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;

  const take = async (): Promise<boolean> => {
    const next = createClient(await hosts.url(), false, { applicationName: 'atoll authority' });
    await next.connect();
    const { rows } = await next.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [authorityLock]);
    if (!rows[0]?.taken || isReleased) {
      await next.end();
      return false;
    }
    client = next;
    next.once('end', takeAgain);
    return true;
  };
  const takeAgain = (): void => {
    if (isReleased) return;
    timer = setTimeout(() => {
      take().then(
        (isTaken) => {
          if (isTaken) return;
          log.warn({}, authorityTaken);
          takeAgain();
        },
        () => takeAgain(),
      );
    }, againMs).unref();
  };

  const release = async (): Promise<void> => {
    isReleased = true;
    clearTimeout(timer);
    hosts.close();
    await client?.end();
  };
  const isTaken = await take().catch(async (error: unknown) => {
    await release();
    throw error;
  });
  if (isTaken) return { release };
  await release();
  throw new Error(authorityTaken);
}
