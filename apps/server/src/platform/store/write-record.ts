/**
 * Remembers how the last writes ended, so that checking whether the store can be written to costs no write while people
 * write.
 */
import { StoreUnavailable } from './unavailable.ts';

/** A write that succeeded this recently is proof enough. */
const freshMs = 2000;
/** On a full disk a small write may still succeed: a failure for lack of space is remembered for this long. */
const fullMs = 10_000;

export class WriteRecord {
  readonly #monotonicMs: () => number;
  #succeededAt = Number.NEGATIVE_INFINITY;
  #failed: { readonly at: number; readonly error: StoreUnavailable } | null = null;

  constructor(monotonicMs: () => number = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  succeeded(): void {
    this.#succeededAt = this.#monotonicMs();
    this.#failed = null;
  }

  /** Records the failure of a write when the store itself was the cause. */
  failed(error: unknown): void {
    if (error instanceof StoreUnavailable) this.#failed = { at: this.#monotonicMs(), error };
  }

  /** Returns whether a test write is needed to know; throws what keeps the store from being written to. */
  needsProbe(): boolean {
    const now = this.#monotonicMs();
    if (this.#failed?.error.why === 'full' && now - this.#failed.at < fullMs) throw this.#failed.error;
    return this.#failed !== null || now - this.#succeededAt > freshMs;
  }
}
