/** The error of both engines when the store cannot serve for a while: nothing was saved, and the same call may succeed later. */

/** The cause: it cannot be reached, its disk is full, it is read-only, its files are damaged, or a standby that is required is missing. */
export type UnavailableReason = 'away' | 'full' | 'readOnly' | 'damaged' | 'notSync';

export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly why: UnavailableReason;

  constructor(why: UnavailableReason, cause: unknown) {
    super(`The store is unavailable (${why}): ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.why = why;
  }
}
