/** The product's server process on a store. */
import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from '../tools/scripts/free-port.ts';
import { end, startProgram, wait } from './process.ts';

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** From the start of the process until it was ready. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** The location of a store, as the configuration names it. */
export type Place = { readonly DATA_DIR: string } | { readonly DATA_DIR: string; readonly DATABASE_URL: string };

/** Starts the server and waits until it is ready. */
export async function startServer(place: Place, flags: readonly string[] = []): Promise<RunningServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const env = { ...place, PORT: String(port), HOST: '127.0.0.1', DEMO: '0', LOG_LEVEL: 'error' };
  const child = startProgram('apps/server/src/main.ts', env, flags);
  const url = `http://127.0.0.1:${port}`;
  await whenReady(`${url}/ready`, child);
  return { url, port, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, stop: () => end(child) };
}

/**
 * Waits until an address answers with success. First it only probes the port, because failing calls take processor time
 * from the starting server.
 */
export async function whenReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + 120_000;
  const port = Number(new URL(url).port);
  for (;;) {
    if ((await isOpen(port)) && (await fetch(url).catch(() => undefined))?.ok) return;
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before ${url} answered`);
    if (performance.now() > until) throw new Error(`${url} did not answer`);
    await wait(20);
  }
}

/** Returns whether a program listens on a port of this machine. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}
