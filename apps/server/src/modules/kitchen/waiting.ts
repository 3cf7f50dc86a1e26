/** What the kitchen waits for. Source: R23.13, R23.21, docs/rules.md#courses. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type WaitingCourse, waitingCourses } from '@atoll/domain/kitchen/kitchen-ticket';
import { hasMarks, type ItemMarks, marksOf } from '@atoll/domain/menu/marks';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { openCourses } from './queries.ts';

/**
 * Returns the items that the open bills hold until their course is fired, by course and bill, the lowest course first. They are read from the bills,
 * so that a transfer, a split, a void or a payment needs no second record to agree with (decision 054). Their marks are those that the menu has now.
 */
export async function findWaiting(store: Store, outletId: number): Promise<WaitingCourse[]> {
  const query = openCourses.with(store.engine, { outletId });
  return store.readForLists(outletId, async (db) => {
    const { rows } = await db.executeQuery(query);
    const bills = rows.map(({ doc }) => ({ bill: doc, waiting: waitingCourses(doc) })).filter(hasWaiting);
    if (bills.length === 0) return [];
    const marks = await readMarks(db, outletId);
    return bills
      .flatMap(({ bill, waiting }) => waiting.map((course) => withMarks(course, bill, marks)))
      .toSorted((a, b) => a.course - b.course);
  });
}

const hasWaiting = ({ waiting }: { readonly waiting: readonly WaitingCourse[] }): boolean => waiting.length > 0;

/** Returns what the menu marks, by the id of the item. */
async function readMarks(db: Kysely<Database>, outletId: number): Promise<ReadonlyMap<number, ItemMarks>> {
  const rows = await db
    .selectFrom('menu_item')
    .select(['id', 'is_active', 'allergens', 'spicy', 'is_vegetarian', 'is_halal'])
    .where('outlet_id', '=', outletId)
    .execute();
  const isAllHalal = rows.every((item) => !item.is_active || item.is_halal);
  return new Map(
    rows.map(({ id, allergens, spicy, is_vegetarian: isVegetarian, is_halal: isHalal }) => [
      id,
      marksOf({ allergens, spicy, isVegetarian, isHalal }, isAllHalal),
    ]),
  );
}

function withMarks(course: WaitingCourse, { items }: Bill, known: ReadonlyMap<number, ItemMarks>): WaitingCourse {
  const ids = new Map(items.map(({ key, menuItemId }) => [key, menuItemId]));
  const lines = course.lines.map((line) => {
    const marks = known.get(ids.get(line.key) ?? 0) ?? {};
    return hasMarks(marks) ? { ...line, marks } : line;
  });
  return { ...course, lines };
}
