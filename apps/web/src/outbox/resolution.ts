/** Resolutions of entries that the server did not accept. Source: docs/rules.md#outbox-failures, docs/rules.md#late-payments. */
import { isForbidden, type OutboxEntry } from './entry.ts';

/**
 * `takeRest`: continue with the payment on the bill as it is now. `giveBack`: the money was returned; the items of an order become
 * orphaned items. `otherBill`: the items become orphaned items, to be added to another bill. `askLeave`: somebody at the till approves the sending. `startShift`: starts the shift that the entry
 * waits for. `openShift`: the cash is recorded in the open shift. `remove`: the entry is not needed.
 */
export type Resolution = 'askLeave' | 'takeRest' | 'giveBack' | 'otherBill' | 'startShift' | 'openShift' | 'remove';

/** State around an entry. */
export interface Context {
  /** The bill is open on this device. */
  readonly isBillOpen: boolean;
  readonly isShiftOpen: boolean;
}

export const needsAttention = (entry: OutboxEntry): boolean =>
  entry.state === 'parked' || entry.state === 'rejected' || entry.state === 'held' || entry.isOverdue === true;

/** Returns the resolutions besides trying again and the file export. An entry at which the server fails has none: it is retried automatically. */
export function resolutionsOf(entry: OutboxEntry, { isBillOpen, isShiftOpen }: Context): readonly Resolution[] {
  if (entry.state === 'held') return isShiftOpen ? [] : ['startShift'];
  // At an outlet that the person no longer belongs to nobody can approve: somebody else signs in.
  if (isForbidden(entry) && entry.reason?.reason === 'outletForbidden') return [];
  // Cash that nobody approved may have stayed in the drawer: no shift waits for its approval.
  if (isForbidden(entry)) return entry.kind === 'shift.cash' ? ['askLeave', 'remove'] : ['askLeave'];
  if (entry.state !== 'rejected') return [];
  switch (entry.kind) {
    case 'order.create':
      return entry.body['payments'] ? ['giveBack'] : ['otherBill', 'remove'];
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
