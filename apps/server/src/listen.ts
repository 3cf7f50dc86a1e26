/**
 * Where the server listens: on this machine only while the store has demo data or no owner, unless HOST says otherwise; whoever comes first
 * would own the store. Once the owner exists it listens on all addresses, in the same process and without ending a connection.
 * Source: R35.16.
 */
import { once } from 'node:events';
import { type AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findDemo, isNewStore } from './modules/info/service.ts';
import type { Config } from './platform/config/config.ts';
import type { Store } from './platform/store/store.ts';

const ownMachine = '127.0.0.1';
const allAddresses = '0.0.0.0';
/** How often a store without an owner is looked at. */
const ownerPollMs = 1000;

const sayings = {
  demo: 'Demo data is in use: only this machine is answered (HOST=0.0.0.0 answers all).',
  unclaimed: 'The store has no owner yet: only this machine is answered until there is one (HOST=0.0.0.0 answers all).',
} as const;

export interface Listening {
  readonly port: number;
  /** Ends the waiting for an owner; closing the app ends the listening. */
  stop(): void;
}

interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly name: string;
  readonly say: (text: string) => void;
}

/** Starts listening and says where. */
export async function listen(app: FastifyInstance, parts: Parts): Promise<Listening> {
  const { config, store, name, say } = parts;
  const reason = config.host ? undefined : await narrowReason(store);
  const host = config.host ?? (reason ? ownMachine : allAddresses);
  say(`${name} listens on ${await app.listen({ port: config.port, host })}`);
  if (reason) say(sayings[reason]);
  const { port } = app.server.address() as AddressInfo;
  const timer = reason === 'unclaimed' ? widenWithOwner(app, parts, port) : undefined;
  return { port, stop: () => clearInterval(timer) };
}

async function narrowReason(store: Store): Promise<keyof typeof sayings | undefined> {
  if (await findDemo(store)) return 'demo';
  return (await isNewStore(store)) ? 'unclaimed' : undefined;
}

/** Looks for the owner, whichever process made it, and then listens on all addresses. */
function widenWithOwner(app: FastifyInstance, { store, name, say }: Parts, port: number): NodeJS.Timeout {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (await isNewStore(store)) return;
    clearInterval(timer);
    await widen(app.server, port);
    say(`The store has an owner: ${name} listens on http://${allAddresses}:${port}`);
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the server still listens on this machine only'))
      .finally(() => {
        isLooking = false;
      });
  }, ownerPollMs);
  return timer.unref();
}

/** Opens the port on all addresses; connections that are open stay. When another program has it there, it stays on this machine. */
async function widen(server: FastifyInstance['server'], port: number): Promise<void> {
  const reopen = async (host: string): Promise<void> => {
    // Node's own, below HTTP's: that one would end the connections that rest.
    Server.prototype.close.call(server);
    server.listen({ port, host });
    await once(server, 'listening');
  };
  try {
    await reopen(allAddresses);
  } catch (error) {
    await reopen(ownMachine);
    throw error;
  }
}
