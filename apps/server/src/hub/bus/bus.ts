import type { SyncMessage } from '@atoll/domain/contract/hub';
import type { HubEvent } from '../event.ts';

/** What one server process tells the others. `except`: the connection that it came from. */
export type BusMessage =
  | ({ readonly kind: 'change' } & HubEvent)
  | { readonly kind: 'sync'; readonly outlet: number; readonly sync: SyncMessage; readonly except: string }
  | { readonly kind: 'notify'; readonly outlet: number; readonly message: string; readonly except: string }
  | {
      readonly kind: 'disconnect';
      readonly userId?: number | undefined;
      readonly sessionId?: string | undefined;
      readonly reason: string;
    };

/**
 * Carries messages between the server processes of one installation. At most once and without a promise of order between processes:
 * what is lost is found by the change log (`Head`).
 */
export interface HubBus {
  /** Fire and forget, after the commit. Goes to the other processes, not to this one's own listeners. */
  publish(messages: readonly BusMessage[]): void;
  /** Answers how to stop. */
  subscribe(listener: (messages: readonly BusMessage[]) => void): () => void;
  /** Called when the bus was cut off and is back: messages may have been missed. */
  onReset(listener: () => void): () => void;
  /** Sends what waits, within a second, and lets go of the connections. */
  close(): Promise<void>;
}

/** Listeners of one kind. */
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
