/** The names and addresses that the server's certificate should have. Source: R31.2. */
import { hostname, networkInterfaces } from 'node:os';
import { mayIssue, permittedFor } from '@atoll/domain/trust/permitted';

const ownMachine = ['localhost', '127.0.0.1', '::1'];
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the addresses of this machine in its network; none that a browser cannot open without naming the interface. */
export function lanAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.flatMap(({ address, internal }) => (internal || /^fe80:/i.test(address) ? [] : [address])).sort();
}

/** Returns the wanted names: the chosen one, `{name}.local`, this machine itself, and its private addresses. */
export function wantedNames(chosen: string | undefined, addresses: readonly string[] = lanAddresses()): string[] {
  const [short = ''] = hostname().toLowerCase().split('.');
  const permitted = permittedFor([]);
  const found = addresses.filter((address) => mayIssue(address, permitted));
  return [
    ...new Set([
      ...(chosen ? [chosen] : []),
      ...(label.test(short) ? [`${short}.local`] : []),
      ...ownMachine,
      ...found,
    ]),
  ];
}
