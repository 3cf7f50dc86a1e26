/** Which names the shop's authority may vouch for. Source: R31.3. */
import { addressBytes, type Cidr, isInRange } from './address.ts';

export interface Permitted {
  /** Names; those below them are permitted too. */
  readonly dns: readonly string[];
  readonly ip: readonly Cidr[];
}

/** Names that no public domain has. */
const ownNames = ['local', 'home.arpa', 'internal', 'lan', 'localhost'];

/** Private, link-local and loopback addresses. */
const ownAddresses: readonly Cidr[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
];

/** Returns what an authority permits that is made for some names: the names and addresses of a shop's network, and those names. */
export function permittedFor(given: readonly string[]): Permitted {
  const names = given.map((name) => name.toLowerCase()).filter((name) => addressBytes(name) === undefined);
  return { dns: [...new Set([...ownNames, ...names])], ip: ownAddresses };
}

/** Returns whether the authority may vouch for a name or address. */
export function mayIssue(name: string, permitted: Permitted): boolean {
  const address = addressBytes(name);
  if (address) return permitted.ip.some((range) => isInRange(address, range));
  const lower = name.toLowerCase();
  return permitted.dns.some((entry) => lower === entry || lower.endsWith(`.${entry}`));
}
