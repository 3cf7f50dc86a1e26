/** A token bucket of `burst` permits, refilled with `perSecond`. */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  /** Returns whether all permits are there, as in a new bucket. */
  isFull(now: number): boolean {
    return this.#left + ((now - this.#at) / 1000) * this.#perSecond >= this.#burst;
  }

  /** Takes a permit; returns false when there is none. */
  take(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + (Math.max(0, now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}

/** A token bucket for each person, whatever number of connections they open. Full buckets are forgotten: a new one is the same. */
export class RateOfPeople {
  readonly #perSecond: number;
  readonly #burst: number;
  /** Whoever took a permit last is at the end. */
  readonly #byUser = new Map<number, Rate>();

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /** Takes a permit of a person; returns false when there is none. */
  take(userId: number, now: number): boolean {
    for (const [id, rate] of this.#byUser) {
      if (!rate.isFull(now)) break;
      this.#byUser.delete(id);
    }
    const rate = this.#byUser.get(userId) ?? new Rate(this.#perSecond, this.#burst, now);
    this.#byUser.delete(userId);
    this.#byUser.set(userId, rate);
    return rate.take(now);
  }

  /** How many people are kept. */
  get size(): number {
    return this.#byUser.size;
  }
}
