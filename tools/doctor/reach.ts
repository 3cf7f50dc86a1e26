/** Whether the server is reached as devices reach it: by its address in the network, and by the name of PUBLIC_URL. */
import { lookup } from 'node:dns/promises';
import { getCACertificates } from 'node:tls';
import { isLoopback } from '../../apps/server/src/platform/http/own-machine.ts';
import { ask, reasonOf, within } from './ask.ts';
import { bad, type Finding, good, off, watch } from './finding.ts';
import { healthPath } from './ports.ts';

const lookUpMs = 3000;

export interface AddressFacts {
  readonly address: string;
  readonly isReached: boolean;
}

/** Asks the server at each address of this machine. */
export const readAddresses = (
  addresses: readonly string[],
  { scheme, port }: { readonly scheme: string; readonly port: number },
): Promise<AddressFacts[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const isReached = await ask(`${scheme}://${address}:${port}${healthPath}`).then(
        ({ status }) => status === 200,
        () => false,
      );
      return { address, isReached };
    }),
  );

/** Returns the finding about the addresses; `host` is the setting HOST. */
export function checkAddresses(found: readonly AddressFacts[], host: string | undefined): Finding {
  const name = 'Address';
  if (host !== undefined && (isLoopback(host) || host === 'localhost'))
    return off(name, `The server answers this machine only, as HOST=${host} says.`);
  if (found.length === 0)
    return watch(name, 'This machine has no address in a network.', 'Connect it to the network of the shop.');
  const reached = found.filter(({ isReached }) => isReached).map(({ address }) => address);
  if (reached.length > 0) return good(name, `The server answers at ${reached.join(', ')}.`);
  return watch(
    name,
    `The server does not answer at ${found.map(({ address }) => address).join(', ')}, where other devices look for it.`,
    host === undefined
      ? 'Create the owner on the first visit, or set HOST=0.0.0.0 while the demo data is in use.'
      : 'Set HOST=0.0.0.0 and restart the server.',
  );
}

export interface NameFacts {
  readonly url: string;
  /** Whether a resolver knows the name. */
  readonly isKnown: boolean;
  /** Why the server is not reached by it; null when it is. */
  readonly problem: string | null;
}

/** Asks the server by its public address; `authorities` are trusted besides those of the system. */
export async function readName(url: string, authorities: readonly string[]): Promise<NameFacts> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const isKnown = await within(lookup(host), lookUpMs).then(
    () => true,
    () => false,
  );
  if (!isKnown) return { url, isKnown, problem: 'no resolver knows it' };
  const ca = [...getCACertificates('bundled'), ...getCACertificates('system'), ...authorities];
  try {
    const { status } = await ask(`${url}${healthPath}`, { ca });
    return { url, isKnown, problem: status === 200 ? null : `it answers ${status}` };
  } catch (error) {
    return { url, isKnown, problem: reasonOf(error) };
  }
}

/** Returns the finding about the name; null is a server without PUBLIC_URL. */
export function checkName(facts: NameFacts | null): Finding {
  const name = 'Name';
  if (facts === null) return off(name, 'PUBLIC_URL is not set: devices use the address.');
  const { url, isKnown, problem } = facts;
  if (!isKnown)
    return bad(
      name,
      `No resolver knows the name of ${url}.`,
      'Give the name the address of this machine in the router, or set PUBLIC_URL to an address.',
    );
  if (problem === null) return good(name, `The server answers at ${url}.`);
  return bad(
    name,
    `The server is not reached at ${url}: ${problem}.`,
    'Make sure that the name leads to this server or its proxy, and that this machine trusts its certificate.',
  );
}
