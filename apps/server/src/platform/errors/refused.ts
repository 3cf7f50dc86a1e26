/** A refusal thrown by services before they write anything; the error handler sends it with the catalogue's message. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Refusal, RefusalReason } from '@atoll/domain/refusal/refusal';

/** What somebody tried, when a refusal is more than a mistake. The answer does not tell it. */
export type Attempt =
  /** A token of a locked session, or one that may only send, used for something else. */
  | { readonly kind: 'locked'; readonly userId: number; readonly sessionId: string; readonly outletId?: undefined }
  /** A permission that they do not have, for somebody or for themselves, or the sign-in of somebody with more. */
  | { readonly kind: 'grant'; readonly userId: number; readonly outletId?: undefined }
  /** An outlet where they do not work. */
  | { readonly kind: 'outlet'; readonly userId: number; readonly outletId?: undefined }
  /** An approval that nobody gave, or that somebody else was given. */
  | { readonly kind: 'approval'; readonly userId: number; readonly outletId: number; readonly approvalKey: string };

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  readonly attempt: Attempt | undefined;

  constructor(what: Refusal, attempt?: Attempt) {
    // A refusal is not a fault: nobody reads its stack trace, and to collect one costs more than everything else.
    const depth = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(what.message);
    Error.stackTraceLimit = depth;
    this.refusal = what;
    this.attempt = attempt;
  }
}

/** Creates a refusal of the catalogue to throw: `throw refused('notFound')`. */
export function refused(reason: RefusalReason, more?: Partial<Omit<Refusal, 'reason' | 'status'>>): Refused {
  return new Refused(anyRefusal(reason, more));
}

/** Creates the refusal of a token of a locked session, which is reported when it is no chance. */
export const refusedLocked = ({
  userId,
  sessionId,
}: {
  readonly userId: number;
  readonly sessionId: string;
}): Refused => new Refused(anyRefusal('locked'), { kind: 'locked', userId, sessionId });
