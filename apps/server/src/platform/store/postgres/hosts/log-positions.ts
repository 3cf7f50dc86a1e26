/**
 * How far the primary had written its log at recent instants. They tell how old a replica's data is, without the clocks
 * of other machines, and also when nothing is written.
 */
const keepMs = 60_000;

export class LogPositions {
  #known: { readonly position: number; readonly at: number }[] = [];

  /** Notes that the primary had written at least up to a position at an instant of the monotonic clock. */
  note(position: number, at: number): void {
    this.#known = this.#known.filter((sample) => at - sample.at <= keepMs);
    this.#known.push({ position, at });
  }

  /** Forgets everything: another host is the primary. */
  forget(): void {
    this.#known = [];
  }

  /** Returns how old the data of a replica is at most that has replayed the log up to a position; infinite when that is unknown. */
  ageOf(replayed: number, now: number): number {
    const reached = this.#known.findLast(({ position }) => position <= replayed);
    return reached === undefined ? Number.POSITIVE_INFINITY : now - reached.at;
  }
}
