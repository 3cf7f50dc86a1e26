/** Replaces the hub's client in a simulated till: messages come from the simulation. */
import type { HeadMessage, HelloAnswer, SyncMessage } from '@atoll/domain/contract/platform/hub';
import type { Hub, HubOptions } from '../../../apps/web/src/sync/hub.ts';

/** The till's end of a connection, as the simulation knows it. */
export interface ConnectionEnd {
  readonly outletId: number;
  onSync(message: SyncMessage): void;
  onHead(message: HeadMessage): void;
  /** Called when the connection broke. */
  onBroken(): void;
}

/** Opens and closes connections. */
export interface SimulatedHub {
  /** Connects with a ticket; rejects when the server is unreachable or refuses the ticket. */
  connect(ticket: string, end: ConnectionEnd): Promise<HelloAnswer>;
  disconnect(end: ConnectionEnd): void;
}

/** As in the official client: after a break it retries after these delays, then gives up. */
const tryAgainMs: readonly number[] = [0, 2000, 10_000, 30_000];

const exchange = (): SimulatedHub => (globalThis as unknown as { exchange: SimulatedHub }).exchange;

export function makeConnection(options: HubOptions): Hub {
  const { outletId, onState, onHello, onSync, onHead } = options;
  let state: 'Disconnected' | 'Connecting' | 'Connected' = 'Disconnected';
  let call = 0;

  const be = (next: typeof state): void => {
    state = next;
    onState(next);
  };

  const end: ConnectionEnd = {
    outletId,
    onSync: (message) => state === 'Connected' && onSync(message),
    onHead: (message) => state === 'Connected' && onHead(message),
    onBroken: () => {
      if (state === 'Connected') void again(0);
    },
  };

  async function connect(): Promise<void> {
    const mine = ++call;
    be('Connecting');
    const answer = await exchange().connect(await options.ticket(), end);
    if (mine !== call) return;
    onHello(answer);
    be('Connected');
  }

  async function again(tries: number): Promise<void> {
    be('Connecting');
    const waitMs = tryAgainMs[tries];
    if (waitMs === undefined) return be('Disconnected');
    const mine = ++call;
    await new Promise<void>((done) => void setTimeout(done, waitMs));
    if (mine !== call) return undefined;
    try {
      return await connect();
    } catch {
      // This attempt failed: try again while delays are left.
      return call === mine + 1 ? again(tries + 1) : undefined;
    }
  }

  return {
    async start() {
      if (state !== 'Disconnected') return;
      const mine = call + 1;
      try {
        await connect();
      } catch (error) {
        // An attempt that was stopped changes nothing: a later one may be connected.
        if (mine === call) be('Disconnected');
        throw error;
      }
    },
    async stop() {
      call += 1;
      exchange().disconnect(end);
      be('Disconnected');
    },
    isIdle: () => state === 'Disconnected',
    // The simulation sends nothing from till to till.
    // The server announces the changes itself.
    sync: async () => undefined,
    notify: async () => undefined,
  };
}
