/**
 * Origins that the web app may be loaded from: the configured one and those of before, otherwise this machine's names and addresses with
 * the server's port.
 */
import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../config/config.ts';

/** Returns the origins for a server that listens on a port. */
export function ownOrigins(config: Config, port: number): readonly string[] {
  const former = config.formerOrigins.map(({ origin }) => origin);
  if (config.publicUrl) return [new URL(config.publicUrl).origin, ...config.origins, ...former];
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address.replace(/%.*/, '')}]` : address));
  const names = ['localhost', hostname().toLowerCase(), `${hostname().toLowerCase()}.local`, ...addresses];
  const scheme = config.tls ? 'https' : 'http';
  const suffix = port === (config.tls ? 443 : 80) ? '' : `:${port}`;
  return [...names.map((name) => `${scheme}://${name}${suffix}`), ...config.origins];
}
