/**
 * Refuses requests for a host name that is not this server's. A page of somebody else's domain, whose name is pointed at this machine while it is
 * open (DNS rebinding), gets no answer. Source: R36.27.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { sendRefusal } from '../errors/answer.ts';
import { createOwnNames, type NameSources } from './own-names.ts';

/** Endings that no public domain has: names of machines in the network of a shop. */
const localEndings = ['.local', '.lan', '.home.arpa', '.internal'];

/** Returns the names that are this machine's whatever a resolver says: its own name, alone and with each ending, and those of settings. */
function namesOf({ publicUrl, origins, formerOrigins = [], host }: HostConfig): ReadonlySet<string> {
  const former = formerOrigins.map(({ origin }) => origin);
  const configured = [publicUrl, ...origins, ...former].flatMap((url) => (url ? [new URL(url).hostname] : []));
  const full = hostname();
  const [short = full] = full.split('.');
  const endings = localEndings.map((ending) => short + ending);
  return new Set([...configured, host ?? '', full, short, ...endings, 'localhost'].map((name) => name.toLowerCase()));
}

type HostConfig = Pick<Config, 'publicUrl' | 'origins'> & Partial<Pick<Config, 'host' | 'formerOrigins'>>;

/**
 * Returns a function that tells whether a Host header names this server. Names of the own network, which somebody there can point anywhere, are looked
 * up.
 */
export function createHostCheck(
  config: HostConfig,
  sources: Partial<NameSources> = {},
): (host: string) => boolean | Promise<boolean> {
  const own = namesOf(config);
  const isOwnName = createOwnNames(sources);
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    // An address cannot be pointed elsewhere, and browsers never ask a resolver for 'localhost'.
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
    if (isAddress || own.has(name) || name.endsWith('.localhost')) return true;
    const isLocal = !name.includes('.') || localEndings.some((ending) => name.endsWith(ending));
    return isLocal && isOwnName(name);
  };
}

/** Returns the name of a Host header in lowercase, without its port; undefined when it has none. */
function nameOf(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname.toLowerCase().replace(/\.$/, '') || undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the headers of a request that is no call name this server; those of a proxy count where one is set. */
export type IsOwnHost = (headers: IncomingHttpHeaders) => Promise<boolean>;

/** Adds the check to all calls, and returns it for upgrades, which are none. */
export function refuseForeignHosts(app: FastifyInstance, config: Config, sources?: Partial<NameSources>): IsOwnHost {
  const check = createHostCheck(config, sources);
  app.addHook('onRequest', (request, reply, done) => {
    const answer = (isOwn: boolean): void => {
      if (isOwn) done();
      else void sendRefusal(reply, anyRefusal('foreignHost'));
    };
    const isOwn = check(request.host);
    if (typeof isOwn === 'boolean') answer(isOwn);
    else void isOwn.then(answer, done);
  });
  return async (headers) => {
    const forwarded = config.trustProxy ? String(headers['x-forwarded-host'] ?? '').split(',', 1) : [];
    for (const host of [headers.host ?? '', ...forwarded]) if (await check(host.trim())) return true;
    return false;
  };
}
