/**
 * Finds out which names of the own network are this machine's: those that its resolver gives one of its addresses. Source: R36.27,
 * docs/decisions/034-names-of-the-server.md.
 */
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { isLoopback } from './own-machine.ts';

/** Returns the addresses that a resolver gives a name. Fails when it gives none. */
export type LookUp = (name: string) => Promise<readonly string[]>;

export interface NameSources {
  readonly lookUp: LookUp;
  /** Returns the machine's own addresses. */
  readonly addresses: () => readonly string[];
  readonly now: () => number;
}

/** How long an answer counts. A name of this machine is asked again in the background, another one by its next request. */
const ownMs = 600_000;
const foreignMs = 30_000;
/** How long a request waits for the resolver. */
const waitMs = 3000;
const maxNames = 200;
/** Names that wait for the resolver, one at a time: each occupies a thread that also computes hashes. */
const maxWaiting = 20;

interface Known {
  readonly isOwn: boolean;
  readonly at: number;
}

const systemLookUp: LookUp = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** Returns the addresses of this machine; none where the system names none. */
function ownAddresses(): readonly string[] {
  try {
    return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
  } catch {
    return [];
  }
}

/** Returns an address as it is compared: without the interface of a link-local one, in lowercase. */
const plain = (address: string): string => address.replace(/%.*$/, '').toLowerCase();

/** Returns a function that tells whether a name is this machine's; at once for a known name, otherwise when the resolver answered. */
export function createOwnNames({
  lookUp = systemLookUp,
  addresses = ownAddresses,
  now = Date.now,
}: Partial<NameSources> = {}): (name: string) => boolean | Promise<boolean> {
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<boolean>>();
  let last: Promise<unknown> = Promise.resolve();

  /** A name of this machine stays its own while the resolver does not answer. */
  const resolve = async (name: string): Promise<boolean> => {
    const found = await lookUp(name).catch(() => null);
    const own = new Set(addresses().map(plain));
    const isOwn = found
      ? found.some((address) => own.has(plain(address)) && !isLoopback(address))
      : known.get(name)?.isOwn === true;
    keep(known, name, { isOwn, at: now() });
    return isOwn;
  };
  const ask = (name: string): Promise<boolean> => {
    const before = asked.get(name);
    if (before) return before;
    if (asked.size >= maxWaiting) return Promise.resolve(known.get(name)?.isOwn === true);
    const answer = last.then(() => resolve(name)).finally(() => asked.delete(name));
    asked.set(name, answer);
    last = answer;
    return answer;
  };

  return (name) => {
    const before = known.get(name);
    const isRecent = before && Math.abs(now() - before.at) < (before.isOwn ? ownMs : foreignMs);
    if (before && (isRecent || before.isOwn)) {
      if (!isRecent) void ask(name);
      return before.isOwn;
    }
    return within(ask(name), waitMs);
  };
}

/** Keeps an answer. The oldest names of other machines are forgotten first. */
function keep(known: Map<string, Known>, name: string, answer: Known): void {
  known.delete(name);
  known.set(name, answer);
  if (known.size <= maxNames) return;
  const names = [...known.keys()];
  known.delete(names.find((one) => known.get(one)?.isOwn === false) ?? name);
}

/** Returns the answer, or false when it does not come in time. */
async function within(answer: Promise<boolean>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, ms, false);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
