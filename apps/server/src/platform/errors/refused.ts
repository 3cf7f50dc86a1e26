/** A refusal on its way up: thrown by services before anything was written, answered by the route in the catalogue's words. */
import { type Refusal, type RefusalReason, refusal } from '@atoll/domain/refusal/refusal';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;

  constructor(what: Refusal) {
    // A refusal is no fault: nobody reads where it was said, and to find out costs more than the rest of it.
    const depth = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(what.message);
    Error.stackTraceLimit = depth;
    this.refusal = what;
  }
}

/** Makes a refusal of the catalogue to be thrown: `throw refused('notFound')`. */
export function refused(reason: RefusalReason, more?: Partial<Omit<Refusal, 'reason' | 'status'>>): Refused {
  return new Refused(refusal(reason, more));
}
