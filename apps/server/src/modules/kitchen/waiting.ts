/** What the kitchen waits for. Source: R23.13, docs/rules.md#courses. */
import { type WaitingCourse, waitingCourses } from '@atoll/domain/kitchen/kitchen-ticket';
import type { Store } from '../../platform/store/store.ts';
import { openCourses } from './queries.ts';

/**
 * Returns the items that the open bills hold until their course is fired, by course and bill, the lowest course first. They are read from the bills,
 * so that a transfer, a split, a void or a payment needs no second record to agree with (decision 054).
 */
export async function findWaiting(store: Store, outletId: number): Promise<WaitingCourse[]> {
  const query = openCourses.with(store.engine, { outletId });
  return store.readForLists(outletId, async (db) => {
    const { rows } = await db.executeQuery(query);
    return rows.flatMap(({ doc }) => waitingCourses(doc)).toSorted((a, b) => a.course - b.course);
  });
}
