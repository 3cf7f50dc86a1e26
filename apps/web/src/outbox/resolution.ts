/** The safe ways out of work that the server did not take. Source: docs/rules.md#outbox-failures, docs/rules.md#late-payments. */
import { isForbidden, type OutboxEntry } from './entry.ts';

/**
 * `takeRest`: go on with the payment on the bill as it is now. `giveBack`: the money was returned. `otherBill`: the lines are put where they
 * can go on another bill. `askLeave`: somebody at the till who may lets it be sent. `startShift`: what it waits for. `openShift`: the cash is written into the shift that is open. `remove`: it is not needed.
 */
export type Resolution = 'askLeave' | 'takeRest' | 'giveBack' | 'otherBill' | 'startShift' | 'openShift' | 'remove';

/** What is known of the world around an entry. */
export interface Context {
  /** The bill is open here. */
  readonly isBillOpen: boolean;
  readonly isShiftOpen: boolean;
}

export const needsAttention = (entry: OutboxEntry): boolean =>
  entry.state === 'parked' || entry.state === 'rejected' || entry.state === 'held' || entry.isOverdue === true;

/** Answers the ways out, beside trying again and the file. Work at which the server fails has none: it is tried again by itself. */
export function resolutionsOf(entry: OutboxEntry, { isBillOpen, isShiftOpen }: Context): readonly Resolution[] {
  if (entry.state === 'held') return isShiftOpen ? [] : ['startShift'];
  // At an outlet that the person is not of any more nobody can be asked: somebody else signs in.
  if (isForbidden(entry)) return entry.reason?.reason === 'outletForbidden' ? [] : ['askLeave'];
  if (entry.state !== 'rejected') return [];
  switch (entry.kind) {
    case 'pay':
      return isBillOpen ? ['takeRest', 'giveBack'] : ['giveBack'];
    case 'create':
    case 'update':
      return ['otherBill'];
    case 'shift.cash':
      return isShiftOpen ? ['openShift', 'remove'] : ['startShift'];
    case 'shift.create':
    case 'customer.create':
    case 'void':
      return ['remove'];
  }
}
