/** The commands that wait to be committed together, and how each is told of its end. */
import type { CommandManner, CommittedChange, OutletTx, Store } from './store.ts';

export interface OutletCommand {
  readonly outletId: number;
  /** The instant that the command is to take for now; the server's own when null. */
  readonly at: number | null;
  readonly manner?: CommandManner | undefined;
  run(tx: OutletTx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What a command came to, told to its caller after the group is durable. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Tells the caller what came of the command. */
export function settle(command: Pick<OutletCommand, 'resolve' | 'reject'>, outcome: Outcome): void {
  if ('error' in outcome) command.reject(outcome.error);
  else command.resolve(outcome.value);
}

/** Returns for how long the oldest of some instants lies in the past, ms; 0 when there is none. Instants are of the monotonic clock. */
export function longestWait(instants: readonly (number | null)[]): number {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? 0 : performance.now() - Math.min(...known);
}

export type CommittedListener = (changes: readonly CommittedChange[]) => void;

/** Tells everybody who listens; one who fails does not keep the others from hearing. */
export function announce(
  listeners: readonly CommittedListener[],
  changes: readonly CommittedChange[],
  onFault: (error: unknown) => void,
): void {
  if (changes.length === 0) return;
  for (const listener of listeners) {
    try {
      listener(changes);
    } catch (error) {
      onFault(error);
    }
  }
}

/** A store whose outlet commands go another way in (with another clock); all else is the store's own. */
export function storeAt(store: Store, writeOutlet: Store['writeOutlet']): Store {
  return {
    engine: store.engine,
    readOutlet: (outletId, read) => store.readOutlet(outletId, read),
    readFigures: (outletId, read) => store.readFigures(outletId, read),
    writeOutlet,
    readOrg: (read) => store.readOrg(read),
    writeOrg: (write) => store.writeOrg(write),
    at: (instant) => store.at(instant),
    onCommitted: (listener) => store.onCommitted(listener),
    check: () => store.check(),
    waitingMs: () => store.waitingMs(),
    close: () => store.close(),
  };
}
