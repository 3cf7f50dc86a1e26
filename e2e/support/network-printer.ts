/** A simulated network printer for journeys: keeps what each connection sent, and can be switched off. */
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';

export interface NetworkPrinter {
  readonly port: number;
  /** The printed text of each ticket, without control bytes. */
  readonly tickets: readonly string[];
  turnOff(): Promise<void>;
  turnOn(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the letters and digits of an ESC/POS stream, enough to see what was printed. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/\x1b[@adEGMJtR!-].?|\x1d[!BVHhwkLW].?|[\x00-\x09\x0b-\x1f\x7f-\xff]/g, '');
}

/** Starts a network printer on a free local port. */
export async function startNetworkPrinter(): Promise<NetworkPrinter> {
  const tickets: string[] = [];
  let server: Server | undefined;
  let port = 0;
  const turnOn = async (): Promise<void> => {
    server = createServer((socket) => {
      const parts: Buffer[] = [];
      socket.on('data', (part: Buffer) => parts.push(part));
      socket.on('error', () => socket.destroy());
      socket.on('end', () => {
        if (parts.length > 0) tickets.push(textOf(Buffer.concat(parts)));
        socket.end();
      });
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const turnOff = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  };
  await turnOn();
  return {
    get port() {
      return port;
    },
    tickets,
    turnOn,
    turnOff,
    close: turnOff,
  };
}
