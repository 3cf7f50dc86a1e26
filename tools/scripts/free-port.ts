/** A port for a server that a test or a measurement starts. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns an unused port of this machine. It is below the ports that the system assigns itself (32768 and up on Linux),
 * so that no connection takes it before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
