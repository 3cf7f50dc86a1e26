/**
 * Decides where the server listens: only on this machine while the store has demo data or no owner, unless HOST is set,
 * because the first visitor would own the store. Once the owner exists it listens on all addresses, in the same process
 * and without ending a connection. Source: R35.16.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { findDemo, isNewStore } from './modules/info/service.ts';
import { originOf } from './modules/trust/service.ts';
import type { Config } from './platform/config/config.ts';
import type { Store } from './platform/store/store.ts';

const ownMachine = '127.0.0.1';
const allAddresses = '0.0.0.0';
/** How often a store without an owner is checked. */
const ownerPollMs = 1000;

const messages = {
  demo: 'Demo data is in use: the server answers only this machine (HOST=0.0.0.0 answers all).',
  unclaimed:
    'The store has no owner yet: the server answers only this machine until there is one (HOST=0.0.0.0 answers all).',
} as const;

/** The server without https beside one with it; it listens on the same addresses. */
export interface Hello {
  readonly server: HttpServer;
  readonly port: number;
}

export interface Listening {
  readonly port: number;
  /** The port of the server without https; 0 when there is none. */
  readonly helloPort: number;
  /** Stops waiting for an owner and ends the server without https; closing the app ends the listening. */
  stop(): void;
}

interface Parts {
  readonly config: Config;
  readonly store: Store;
  readonly name: string;
  readonly print: (text: string) => void;
  readonly hello?: Hello | undefined;
}

/** Starts listening and prints the address. */
export async function listen(app: FastifyInstance, parts: Parts): Promise<Listening> {
  const { config, store, name, print, hello } = parts;
  const reason = config.host ? undefined : await localOnlyReason(store);
  const host = config.host ?? (reason ? ownMachine : allAddresses);
  print(`${name} listens on ${await app.listen({ port: config.port, host })}`);
  const helloPort = hello ? await listenForHello(hello, host, print) : 0;
  if (reason) print(messages[reason]);
  const { port } = app.server.address() as AddressInfo;
  const timer = reason === 'unclaimed' ? widenOnceOwned(app, parts, port) : undefined;
  const stop = (): void => {
    clearInterval(timer);
    hello?.server.close();
    hello?.server.closeAllConnections();
  };
  return { port, helloPort, stop };
}

/** Returns the port on which it listens. */
async function listenForHello({ server, port: wanted }: Hello, host: string, print: Parts['print']): Promise<number> {
  server.listen({ port: wanted, host });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  print(`/hello is on ${originOf('http', host, port)}`);
  return port;
}

/** Returns why the server should listen on this machine only; undefined when it need not. */
async function localOnlyReason(store: Store): Promise<keyof typeof messages | undefined> {
  if (await findDemo(store)) return 'demo';
  return (await isNewStore(store)) ? 'unclaimed' : undefined;
}

/** Checks every second whether any process created an owner, and then listens on all addresses. */
function widenOnceOwned(
  app: FastifyInstance,
  { store, name, print, config, hello }: Parts,
  port: number,
): NodeJS.Timeout {
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (await isNewStore(store)) return;
    clearInterval(timer);
    await widen(app.server, port);
    if (hello) await widen(hello.server, (hello.server.address() as AddressInfo).port);
    print(`The store has an owner: ${name} listens on ${config.tls ? 'https' : 'http'}://${allAddresses}:${port}`);
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the server still listens on this machine only'))
      .finally(() => {
        isChecking = false;
      });
  }, ownerPollMs);
  return timer.unref();
}

/**
 * Opens the port on all addresses; open connections stay. When another program has the port there, the server stays on
 * this machine.
 */
async function widen(server: Server, port: number): Promise<void> {
  const reopen = async (host: string): Promise<void> => {
    // Node's own close, below HTTP's, which would end idle connections.
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
