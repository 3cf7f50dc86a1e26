/** Places that belong to the bill of another place: guests sit at several tables and have one bill. Source: R23.8, docs/rules.md#joined-slots. */
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import type { Bill } from '../bill.ts';
import { transitBill } from '../states.ts';

/** The slots of one bill, with its own. */
export const maxJoinedSlots = 8;

/** Returns the slots that a bill holds besides its own; a closed bill holds none. */
export const joinedSlotsOf = ({ isOpen, joinedSlots }: Pick<Bill, 'isOpen' | 'joinedSlots'>): readonly string[] =>
  isOpen ? (joinedSlots ?? []) : [];

/** Returns whether a bill holds a slot: it is its own, or joined to it. */
export const holdsSlot = (bill: Bill, { type, slot }: Pick<Bill, 'type' | 'slot'>): boolean =>
  bill.type === type && (bill.slot === slot || joinedSlotsOf(bill).includes(slot));

/** Returns slots of a bill in order, each once and without its own. */
const inOrder = (slot: string, slots: readonly string[]): string[] =>
  [...new Set(slots)].filter((one) => one !== slot).toSorted((a, b) => Number(a) - Number(b));

/** Returns the bill with these slots and no other ones; no slots: undefined, as before the first joining. */
function withSlots(bill: Bill, slots: readonly string[]): Bill {
  const { joinedSlots: _, ...own } = bill;
  return slots.length === 0 ? own : { ...own, joinedSlots: slots };
}

/**
 * Returns the bill with a whole new list of joined slots and its version increased; the same list changes nothing. Items, amounts and marks of tickets
 * stay. Refuses with notCheckedIn, billClosed, billVoid or tooManyJoined.
 */
export function joinSlots(bill: Bill, slots: readonly string[]): Result<Bill> {
  const allowed = transitBill(bill, 'transfer');
  if (!allowed.ok) return allowed;
  const wanted = inOrder(bill.slot, slots);
  if (wanted.length >= maxJoinedSlots) return refuse('tooManyJoined');
  const isSame = wanted.join() === joinedSlotsOf(bill).join();
  return ok(isSame ? bill : { ...withSlots(bill, wanted), version: bill.version + 1 });
}

/** Returns a bill that was moved: its joined slots are free. */
export const takenApart = (bill: Bill): Bill => withSlots(bill, []);

/** Returns the bill that took another one up, with the slots that were joined to either, as many as one bill can hold. */
export const withSlotsOfBoth = (bill: Bill, from: Bill, to: Bill): Bill =>
  withSlots(
    bill,
    to.type === from.type
      ? inOrder(to.slot, [...joinedSlotsOf(to), ...joinedSlotsOf(from)].slice(0, maxJoinedSlots - 1))
      : joinedSlotsOf(to),
  );
