/**
 * Watches whether answers arrive on a connection while statements wait for them. It counts its own ticks instead of the
 * time, because a process that was busy for seconds has not read its socket yet.
 */

/** Time between two ticks. */
const tickMs = 250;

/** Calls `act` after this time of own ticks. Returns a function that prevents it. */
export function afterTicks(ms: number, act: () => void): () => void {
  let left = ms / tickMs;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, tickMs);
  return () => clearInterval(timer);
}

export class AnswerWatch {
  readonly #limitMs: number;
  readonly #bytesRead: () => number;
  readonly #onSilent: () => void;
  #waiting = 0;
  #quietTicks = 0;
  #lastBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, bytesRead: () => number, onSilent: () => void) {
    this.#limitMs = limitMs;
    this.#bytesRead = bytesRead;
    this.#onSilent = onSilent;
  }

  /** Watches one statement until it settles. */
  watch(sent: Promise<unknown>): void {
    if (this.#waiting === 0) this.#quietTicks = 0;
    this.#waiting += 1;
    const settled = (): void => {
      this.#waiting -= 1;
      this.#quietTicks = 0;
    };
    sent.then(settled, settled);
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  #tick(): void {
    if (this.#waiting === 0) return this.stop();
    const bytes = this.#bytesRead();
    if (bytes !== this.#lastBytes) {
      this.#lastBytes = bytes;
      this.#quietTicks = 0;
      return;
    }
    this.#quietTicks += 1;
    if (this.#quietTicks * tickMs < this.#limitMs) return;
    this.stop();
    this.#onSilent();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
