/** Courses of a bill: what is held until its course is fired. Source: R23.11, R23.12, R23.14, docs/rules.md#courses. */
import { ok, type Result } from '../refusal/refusal.ts';
import type { Bill, BillItem } from './bill.ts';
import { transitBill } from './states.ts';

export const maxCourse = 9;

type Coursed = Pick<BillItem, 'courseNo' | 'firedAt'>;

/** Returns the course of an item; 0 for none. */
export const courseOf = ({ courseNo = 0 }: Pick<BillItem, 'courseNo'>): number => courseNo;

/** Returns whether an item has a course that was not fired for it, void or not. */
export const isUnfired = (item: Coursed): boolean => courseOf(item) > 0 && !item.firedAt;

/** Returns whether the kitchen must wait with an item: it has a course, was not fired, and is not void. */
export const isHeld = (item: Coursed & Pick<BillItem, 'isVoid'>): boolean => isUnfired(item) && !item.isVoid;

/** Returns the courses that are held, lowest first. */
export const heldCourses = (bill: Pick<Bill, 'items'>): readonly number[] =>
  [...new Set(bill.items.filter(isHeld).map(courseOf))].sort((a, b) => a - b);

const firedCourses = (bill: Pick<Bill, 'items'>): readonly number[] =>
  bill.items.filter(({ isVoid, firedAt }) => !isVoid && firedAt).map(courseOf);

/** Returns the highest course of which something was fired; 0 when nothing was. */
export const topFired = (bill: Pick<Bill, 'items'>): number => Math.max(0, ...firedCourses(bill));

/** Returns when the last course was fired, an ISO instant; null when none was. */
export const lastFiredAt = (bill: Pick<Bill, 'items'>): string | null =>
  bill.items.reduce<string | null>(
    (last, { firedAt, isVoid }) =>
      !isVoid && firedAt && (last === null || Date.parse(firedAt) > Date.parse(last)) ? firedAt : last,
    null,
  );

function fire(bill: Bill, isDue: (item: BillItem) => boolean, fired: Pick<BillItem, 'firedAt' | 'firedBy'>): Bill {
  if (!bill.items.some((item) => isHeld(item) && isDue(item))) return bill;
  return { ...bill, items: bill.items.map((item) => (isHeld(item) && isDue(item) ? { ...item, ...fired } : item)) };
}

/**
 * Returns the bill as a save sends it to the kitchen: new items of a course that is not later than a fired one are fired, and where no course
 * was fired, those of the lowest one. A course that waited before the save stays held, also where what was fired before it is void or went to
 * another bill by now: a person fires it. `now` is an ISO instant.
 */
export function coursesAtSave(bill: Bill, newKeys: readonly string[], now: string): Bill {
  const [lowest] = heldCourses(bill);
  if (lowest === undefined) return bill;
  const isNew = new Set(newKeys);
  const hasWaited = bill.items.some((item) => isHeld(item) && courseOf(item) === lowest && !isNew.has(item.key));
  const fired = firedCourses(bill);
  const top = fired.length > 0 ? Math.max(...fired) : hasWaited ? 0 : lowest;
  return fire(bill, (item) => isNew.has(item.key) && courseOf(item) <= top, { firedAt: now });
}

/** Returns the instant by which a till knows the firing of an item as its own; undefined when it was not fired. */
export const firingOf = ({ firedAt, firedSent }: Pick<BillItem, 'firedAt' | 'firedSent'>): string | undefined =>
  firedSent ?? firedAt;

/** Returns the bill with everything that it holds fired: what is paid is cooked. `firedBy` is null where no till prints it. */
export const fireHeld = (bill: Bill, fired: Pick<BillItem, 'firedAt' | 'firedBy'>): Bill =>
  fire(bill, () => true, fired);

/** Returns the bill with the held items of a course fired; the same bill when none is held. Refuses with notCheckedIn, billClosed, billVoid. */
export function fireCourse(bill: Bill, courseNo: number, now: string, userId: number | null): Result<Bill> {
  const allowed = transitBill(bill, 'save');
  if (!allowed.ok) return allowed;
  return ok(fire(bill, (item) => courseOf(item) === courseNo, { firedAt: now, firedBy: userId }));
}
