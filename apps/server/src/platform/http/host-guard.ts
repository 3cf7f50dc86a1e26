/**
 * Refuses requests for a host name that is not this server's. A page of somebody else's domain, whose name is pointed at this machine while it is
 * open (DNS rebinding), gets no answer. Source: R36.27.
 */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { refusal } from '@atoll/domain/refusal/refusal';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { sendRefusal } from '../errors/answer.ts';

/** Endings that no public domain has: names of machines in the network of a shop. */
const localEndings = ['.localhost', '.local', '.lan', '.home.arpa', '.internal'];

/** Returns a function that tells whether a Host header names this server. */
export function createHostCheck(config: Pick<Config, 'publicUrl' | 'origins'>): (host: string) => boolean {
  const configured = [config.publicUrl, ...config.origins].flatMap((url) => (url ? [new URL(url).hostname] : []));
  const own = new Set([...configured, hostname()].map((name) => name.toLowerCase()));
  return (host) => {
    const name = nameOf(host);
    if (name === undefined) return false;
    // An address cannot be pointed elsewhere, and a name without a dot or with a local ending is nobody's domain.
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
    return isAddress || !name.includes('.') || own.has(name) || localEndings.some((ending) => name.endsWith(ending));
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

/** Adds the check to all calls. */
export function refuseForeignHosts(app: FastifyInstance, config: Config): void {
  const isOwn = createHostCheck(config);
  app.addHook('onRequest', (request, reply, done) => {
    if (isOwn(request.host)) return done();
    void sendRefusal(reply, refusal('foreignHost'));
  });
}
