/** The commands that wait to be committed together, and how their callers get the outcome. */
import type { CommandManner, CommittedChange, OutletTx, Store } from '../store.ts';

export interface OutletCommand {
  readonly outletId: number;
  /** The instant that the command uses as the current time; the server's own when null. */
  readonly at: number | null;
  readonly manner?: CommandManner | undefined;
  run(tx: OutletTx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The outcome of a command, given to its caller after the group is durable. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Settles the caller's promise with the outcome. */
export function settle(command: Pick<OutletCommand, 'resolve' | 'reject'>, outcome: Outcome): void {
  if ('error' in outcome) command.reject(outcome.error);
  else command.resolve(outcome.value);
}

/** Returns how long ago the oldest of some instants was, in ms; 0 when there is none. Instants are of the monotonic clock. */
export function oldestWait(instants: readonly (number | null)[]): number {
  const known = instants.filter((instant) => instant !== null);
  return known.length === 0 ? 0 : performance.now() - Math.min(...known);
}

export type CommittedListener = (changes: readonly CommittedChange[]) => void;

/** Calls every listener; one that fails does not stop the others. */
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

/** Returns a store that runs outlet commands in another way (with another clock); everything else is the store's own. */
export function storeAt(store: Store, writeOutlet: Store['writeOutlet']): Store {
  return {
    engine: store.engine,
    readOutlet: (outletId, read) => store.readOutlet(outletId, read),
    readForReports: (outletId, read) => store.readForReports(outletId, read),
    heads: (outletIds) => store.heads(outletIds),
    readAllOutlets: (read) => store.readAllOutlets(read),
    writeAllOutlets: (write) => store.writeAllOutlets(write),
    readForLists: (outletId, read) => store.readForLists(outletId, read),
    readOlder: (outletId, read) => store.readOlder(outletId, read),
    writeOutlet,
    readOrg: (read) => store.readOrg(read),
    writeOrg: (write) => store.writeOrg(write),
    at: (instant) => store.at(instant),
    onCommitted: (listener) => store.onCommitted(listener),
    check: () => store.check(),
    waitingMs: () => store.waitingMs(),
    meter: store.meter,
    close: () => store.close(),
  };
}
