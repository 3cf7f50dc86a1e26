/**
 * A proxy between a store and PostgreSQL that breaks connections silently: neither side is closed, and nothing passes
 * any more.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which part of a round trip is lost: the statement or its answer. */
export type Lost = 'statement' | 'answer';

export interface SilentProxy {
  /** Returns the URL of a database through the proxy. */
  urlOf(databaseUrl: string): string;
  /** Breaks all connections that are open now. */
  silence(): void;
  /** Breaks the next connection that sends this text. */
  silenceAt(text: string, lost: Lost): void;
  /** True: new connections are accepted and never answered. */
  isUnresponsive: boolean;
  /** How many connections were broken. */
  readonly died: number;
  close(): Promise<void>;
}

interface Line {
  readonly near: Socket;
  readonly far: Socket;
  isDead: boolean;
}

/** Opens a proxy before the server of a database's URL. */
export async function openSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const lines = new Set<Line>();
  let trap: { readonly text: string; readonly lost: Lost } | null = null;
  let died = 0;
  const kill = (line: Line): void => {
    if (line.isDead) return;
    line.isDead = true;
    died += 1;
  };
  const proxy = {
    isUnresponsive: false,
    urlOf: (url: string) => {
      const own = new URL(url);
      own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return own.href;
    },
    silence: () => {
      for (const line of lines) kill(line);
    },
    silenceAt: (text: string, lost: Lost) => {
      trap = { text, lost };
    },
    get died() {
      return died;
    },
    async close() {
      for (const { near, far } of lines) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((near) => {
    const line: Line = { near, far: connect(Number(port), hostname), isDead: proxy.isUnresponsive };
    lines.add(line);
    near.on('data', (bytes) => {
      if (line.isDead) return;
      const isTrapped = trap !== null && bytes.includes(trap.text);
      if (isTrapped) kill(line);
      if (!isTrapped || trap?.lost === 'answer') line.far.write(bytes);
      if (isTrapped) trap = null;
    });
    line.far.on('data', (bytes) => {
      if (!line.isDead) near.write(bytes);
    });
    // A broken line passes nothing on, also not its end.
    for (const [one, other] of [
      [near, line.far],
      [line.far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => void (line.isDead || other.destroy()));
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return proxy;
}
