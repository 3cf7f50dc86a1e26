/** When a till may load a new version of the app. Source: R31.34, docs/rules.md#new-version. */

/** What a till is doing. */
export interface TillWork {
  readonly isLocked: boolean;
  /** Milliseconds since the till was locked or touched, whichever is later; 0 while it is open. */
  readonly lockedMs: number;
  /** A dialog or drawer is open, also behind the lock screen. */
  readonly hasOverlay: boolean;
  /** A bill has changes that nobody saved. */
  readonly hasDraft: boolean;
  readonly isCheckout: boolean;
  /** A print job has no answer yet. */
  readonly isPrinting: boolean;
  /** The outlet's setting TillUpdates. */
  readonly mode: 'Ask' | 'WhenLocked';
}

/** How long a till is locked and untouched before it loads a new version by itself. */
export const lockedLongEnoughMs = 2 * 60_000;

/** Returns whether a sale or a print job would be interrupted. Work that waits for the server does not count: it survives a reload. */
export const isSelling = ({ hasDraft, isCheckout, isPrinting }: TillWork): boolean =>
  hasDraft || isCheckout || isPrinting;

/** Returns whether the till may load the new version now: because a person asked for it, or by itself. */
export function mayReload(work: TillWork, isAsked: boolean): boolean {
  if (isSelling(work)) return false;
  return (
    isAsked || (work.mode === 'WhenLocked' && work.isLocked && work.lockedMs >= lockedLongEnoughMs && !work.hasOverlay)
  );
}
