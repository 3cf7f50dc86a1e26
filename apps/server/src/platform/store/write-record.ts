/** How the last writes ended, so that asking whether the store can be written to costs no write while people write. */
import { StoreUnavailable } from './unavailable.ts';

/** A write that succeeded so recently is proof enough. */
const freshMs = 2000;
/** On a full disk a small write may still find room: one that did not is remembered for so long. */
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

  /** Keeps the failure of a write when the store itself was the cause. */
  failed(error: unknown): void {
    if (error instanceof StoreUnavailable) this.#failed = { at: this.#monotonicMs(), error };
  }

  /** Returns whether a write has to be tried to know; throws what keeps the store from being written to. */
  needsProbe(): boolean {
    const now = this.#monotonicMs();
    if (this.#failed?.error.why === 'full' && now - this.#failed.at < fullMs) throw this.#failed.error;
    return this.#failed !== null || now - this.#succeededAt > freshMs;
  }
}
