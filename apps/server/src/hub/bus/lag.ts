/**
 * Measures how long messages need through the bus, by this process's own, which come back to it: one clock, so it does not matter how the
 * clocks of several machines differ.
 */
export class BusLag {
  readonly #now: () => number;
  #lastMs = 0;
  /** When the oldest message that is not back yet was sent, and the newest. */
  #oldest: number | null = null;
  #newest = 0;

  /** `now`: a monotonic clock, in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the mark of a message that is sent now. */
  sent(): number {
    const at = Math.round(this.#now() * 1000) / 1000;
    this.#oldest ??= at;
    this.#newest = at;
    return at;
  }

  /** Takes a message of this process that came back, by its mark. Those before it are back or lost. */
  returned(at: number): void {
    this.#lastMs = Math.max(0, this.#now() - at);
    this.#oldest = at < this.#newest ? this.#newest : null;
  }

  /** Forgets messages that are not back: the connection that they would come by is gone. */
  reset(): void {
    this.#oldest = null;
  }

  get ms(): number {
    return Math.max(this.#lastMs, this.#oldest === null ? 0 : this.#now() - this.#oldest);
  }
}
