/** The error of both engines when the store cannot serve for a while: nothing was saved, and the same call may succeed later. */

/** The cause: it cannot be reached, its disk is full, it is read-only, or its files are damaged. */
export type UnavailableReason = 'away' | 'full' | 'readOnly' | 'damaged';

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly why: UnavailableReason;

  constructor(why: UnavailableReason, cause: unknown) {
    super(`The store is unavailable (${why}): ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.why = why;
  }
}
