import type { Bill } from '@atoll/domain/bill/bill';
import { courseOf } from '@atoll/domain/bill/course';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import { permissionEffectHere } from '../../../approval/permission-effect.ts';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { heldItems } from '../bill-items/fire-course.ts';
import { checksAt } from '../slot/check-choice.ts';

/** What the menu of a place offers. */
export interface PlaceActions {
  readonly mayHand: boolean;
  readonly mayJoin: boolean;
  readonly mayTakeApart: boolean;
  /** Courses that wait, and the checks of the slot in which they do. */
  readonly courses: readonly { readonly course: number; readonly billKeys: readonly string[] }[];
}

/** Returns what may be done with the first check of a slot, and with what its checks hold; null for nothing. */
export function placeActions(bill: Bill): PlaceActions | null {
  if (bill.isMasked) return null;
  const mayMove = permissionEffectHere('bill.transfer') !== 'deny';
  const isOther = (place: { readonly type: string; readonly slot: string }) =>
    place.type === bill.type && place.slot !== bill.slot;
  const held = checksAt(useBills.getState(), bill).flatMap(({ key }) =>
    heldItems(key).map((item) => ({ key, course: courseOf(item) })),
  );
  const courses = [...Map.groupBy(held, ({ course }) => course)]
    .map(([course, items]) => ({ course, billKeys: [...new Set(items.map(({ key }) => key))] }))
    .toSorted((a, b) => a.course - b.course);
  const actions = {
    mayHand: permissionEffectHere('bill.transfer.server') !== 'deny',
    mayJoin: mayMove && useApp.getState().floor.places.some(isOther),
    mayTakeApart: mayMove && joinedSlotsOf(bill).length > 0,
    courses,
  };
  const { mayHand, mayJoin, mayTakeApart } = actions;
  return mayHand || mayJoin || mayTakeApart || courses.length > 0 ? actions : null;
}
