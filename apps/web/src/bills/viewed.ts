/** Bills as the signed-in person may see them; the device keeps no more of the others. Source: R35.77, docs/rules.md#waiter. */
import type { Bill } from '@atoll/domain/bill/bill';
import { mayViewBill, servedInSection, type Viewer, viewedBill } from '@atoll/domain/bill/waiter';
import type { Section } from '@atoll/domain/outlet/floor/floor-plan';
import { useSession } from '../session/session.ts';

/** Returns who looks at this device; null while nobody is signed in. */
function viewer(): Viewer | null {
  const { user } = useSession.getState();
  return user && { userId: user.id, permissions: { has: (one) => user.permissions.includes(one) } };
}

/** Returns the bill as the signed-in person may see it. */
export function viewedHere(bill: Bill): Bill {
  const who = viewer();
  return who ? viewedBill(who, bill) : bill;
}

/** Returns a bill that the signed-in person opens, with the waiter of its section. */
export function servedHere(bill: Bill, section: Section): Bill {
  const who = viewer();
  return who ? servedInSection(bill, section, who) : bill;
}

/** Returns whether the signed-in person may see a bill of which this device has no items and amounts. */
export function needsDetails(bill: Bill): boolean {
  const who = viewer();
  return bill.isMasked === true && who !== null && mayViewBill(who, bill);
}

/** Returns whether a bill replaces the known one: a later version, or the same version with what was left out, or without what must go. */
export const replacesKnown = (known: Bill | undefined, bill: Bill): boolean =>
  !known ||
  bill.version > known.version ||
  (bill.version === known.version && (bill.isMasked ?? false) !== (known.isMasked ?? false));
