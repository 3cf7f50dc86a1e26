/** Stands for the hub's client in a simulated till: the line is the simulation's, what is said on it is what the hub says. */
import type { HeadMessage, HelloAnswer, SyncMessage } from '@atoll/domain/contract/platform/hub';
import type { Hub, HubOptions } from '../../../apps/web/src/sync/hub.ts';

/** What the simulation knows a line by. */
export interface LineEnd {
  readonly outletId: number;
  onSync(message: SyncMessage): void;
  onHead(message: HeadMessage): void;
  /** The line broke. */
  onBroken(): void;
}

/** The exchange: dials, and hangs up. */
export interface Exchange {
  /** Connects with a ticket; rejects when the server is not reached, or takes no such ticket. */
  dial(ticket: string, end: LineEnd): Promise<HelloAnswer>;
  hangUp(end: LineEnd): void;
}

/** As the official client: after a break it tries again at these times, then it gives up. */
const tryAgainMs: readonly number[] = [0, 2000, 10_000, 30_000];

const exchange = (): Exchange => (globalThis as unknown as { exchange: Exchange }).exchange;

export function makeConnection(options: HubOptions): Hub {
  const { outletId, onState, onHello, onSync, onHead } = options;
  let state: 'Disconnected' | 'Connecting' | 'Connected' = 'Disconnected';
  let call = 0;

  const be = (next: typeof state): void => {
    state = next;
    onState(next);
  };

  const end: LineEnd = {
    outletId,
    onSync: (message) => state === 'Connected' && onSync(message),
    onHead: (message) => state === 'Connected' && onHead(message),
    onBroken: () => {
      if (state === 'Connected') void again(0);
    },
  };

  async function dial(): Promise<void> {
    const mine = ++call;
    be('Connecting');
    const answer = await exchange().dial(await options.ticket(), end);
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
      return await dial();
    } catch {
      // Not this time: as long as there are times left, the next.
      return call === mine + 1 ? again(tries + 1) : undefined;
    }
  }

  return {
    async start() {
      if (state !== 'Disconnected') return;
      try {
        await dial();
      } catch (error) {
        be('Disconnected');
        throw error;
      }
    },
    async stop() {
      call += 1;
      exchange().hangUp(end);
      be('Disconnected');
    },
    isIdle: () => state === 'Disconnected',
    // Nothing of the simulation is said from till to till.
    notify: async () => undefined,
  };
}
