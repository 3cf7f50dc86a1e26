import type { Connection } from './connection.ts';
import type { HubOptions } from './options.ts';

/** Asks the clients one after another to reconnect elsewhere, then waits until they are gone; the rest are cut off. */
export async function drain(connections: ReadonlyMap<string, Connection>, options: HubOptions): Promise<void> {
  const all = [...connections.values()];
  const stepMs = Math.min(options.drainStepMs, options.drainMs / Math.max(1, all.length));
  const startedAt = Date.now();
  for (const [i, connection] of all.entries()) {
    // Measured from the start, not from step to step: short timers are late.
    const early = startedAt + i * stepMs - Date.now();
    if (early >= 1) await wait(early);
    connection.end('The server is restarting.', true);
  }
  const deadline = Date.now() + options.closeTimeoutMs;
  while (connections.size > 0 && Date.now() < deadline) await wait(10);
  for (const connection of connections.values()) connection.terminate();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
