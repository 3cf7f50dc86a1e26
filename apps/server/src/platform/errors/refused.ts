/** A refusal thrown by services before they write anything; the error handler sends it with the catalogue's message. */
import { type Refusal, type RefusalReason, refusal } from '@atoll/domain/refusal/refusal';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(what: Refusal) {
    // A refusal is not a fault: nobody reads its stack trace, and to collect one costs more than everything else.
    const depth = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(what.message);
    Error.stackTraceLimit = depth;
    this.refusal = what;
  }
}

/** Creates a refusal of the catalogue to throw: `throw refused('notFound')`. */
export function refused(reason: RefusalReason, more?: Partial<Omit<Refusal, 'reason' | 'status'>>): Refused {
  return new Refused(refusal(reason, more));
}
