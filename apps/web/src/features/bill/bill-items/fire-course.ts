import { courseOf, isHeld } from '@atoll/domain/bill/course';
import { stationOf } from '@atoll/domain/ticket/item-parts';
import { showRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';
import { t } from '../../../locale/locale.ts';
import { showToast } from '../../../ui/overlay/toast.ts';

/** Returns the saved items of a bill that wait for their course to be fired. */
export function heldItems(billKey: string, course?: number) {
  const { bills, drafts } = useBills.getState();
  const unsaved = new Set(drafts[billKey]?.items.map(({ key }) => key));
  return (bills[billKey]?.items ?? []).filter(
    (item) => isHeld(item) && !unsaved.has(item.key) && (course === undefined || courseOf(item) === course),
  );
}

/** Fires a course of a bill and says whether the kitchen has something to make of it (R23.14, R23.16). */
export async function fireCourseHere(billKey: string, course: number): Promise<void> {
  const isForKitchen = heldItems(billKey, course).some((item) => stationOf(item) !== null);
  const fired = await useBills.getState().fire(billKey, course);
  if (!fired.ok) return showRefusal(fired.refusal);
  showToast(t(isForKitchen ? 'course.fired' : 'course.nothing', { n: course }), isForKitchen ? 'good' : 'info');
}
