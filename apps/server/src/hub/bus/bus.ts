import type { SyncMessage } from '@atoll/domain/contract/platform/hub';
import type { HubEvent } from '../event.ts';

/** A message of one server process to the others. `except`: the connection that it came from. */
export type BusMessage =
  | ({ readonly kind: 'change' } & HubEvent)
  | { readonly kind: 'sync'; readonly outlet: number; readonly sync: SyncMessage; readonly except: string }
  | {
      readonly kind: 'notify';
      readonly outlet: number;
      readonly message: string;
      readonly from?: string;
      readonly except: string;
    }
  | {
      readonly kind: 'disconnect';
      readonly userId?: number | undefined;
      readonly sessionId?: string | undefined;
      readonly reason: string;
    };

/** What a bus counts for a monitor. */
export interface BusStats {
  /** How long the last message needed through the bus and back; longer while the next one has not come back. */
  readonly lagMs: number;
  /** Messages that were not sent yet. */
  readonly waiting: number;
}

/**
 * Carries messages between the server processes of one installation: at most once, in no promised order between
 * processes. A lost message is noticed through the change log (`Head`).
 */
export interface HubBus {
  /** Sends messages after a commit without waiting. They go to the other processes, not to this one's own listeners. */
  publish(messages: readonly BusMessage[]): void;
  /** Adds a listener; returns the function that removes it. */
  subscribe(listener: (messages: readonly BusMessage[]) => void): () => void;
  /** Adds a listener that is called when the bus was cut off and works again: messages may have been missed. */
  onReset(listener: () => void): () => void;
  stats(): BusStats;
  /** Sends what waits, within a second, and closes the connections. */
  close(): Promise<void>;
}

/** The listeners of one kind of event. */
export class Listeners<T extends unknown[]> {
  readonly #all = new Set<(...args: T) => void>();

  add(listener: (...args: T) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  call(...args: T): void {
    for (const listener of this.#all) listener(...args);
  }
}
