/** Promotions that can compete for the same items at the same time: only the better one counts then. Source: R21.9, docs/rules.md#promotions. */
import { minutesOf } from '../date/business-day.ts';
import { availabilityDays } from '../menu/availability.ts';
import type { PriceTimes } from './price-times.ts';
import type { Promotion } from './promotion.ts';

/** Returns the categories that list an item of the menu. */
type CategoriesOf = (menuItemId: number) => readonly number[];

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

/** Returns the spans of a week in which a rule counts, in minutes; undefined: always. One that passes the end of the week is cut there. */
function spansOf({ availability, graceMinutes = 0 }: PriceTimes): readonly (readonly [number, number])[] | undefined {
  return availability?.flatMap(({ day, from, to }) => {
    const length = ((minutesOf(to) - minutesOf(from) + dayMinutes) % dayMinutes || dayMinutes) + graceMinutes;
    const days = day === 'Every day' ? [0, 1, 2, 3, 4, 5, 6] : [availabilityDays.indexOf(day) - 1];
    return days.flatMap((one): [number, number][] => {
      const start = one * dayMinutes + minutesOf(from);
      const end = start + length;
      return end <= weekMinutes
        ? [[start, end]]
        : [
            [start, weekMinutes],
            [0, end - weekMinutes],
          ];
    });
  });
}

const shares = <T>(a: readonly T[] = [], b: readonly T[] = []): boolean =>
  a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));

/** Returns whether two rules count at the same time for the same guests. */
function sharesTime(a: PriceTimes, b: PriceTimes): boolean {
  const [x, y] = [spansOf(a), spansOf(b)];
  return (
    shares(a.orderTypes, b.orderTypes) &&
    shares(a.groupIds, b.groupIds) &&
    (a.fromDate ?? '') <= (b.toDate ?? '9') &&
    (b.fromDate ?? '') <= (a.toDate ?? '9') &&
    (!x || !y || x.some(([from, to]) => y.some(([start, end]) => from < end && start < to)))
  );
}

interface Named {
  readonly items: readonly number[];
  readonly categories: readonly number[];
}

/** Returns the items and categories of a promotion of items; undefined: everything. */
function namedBy({ type, itemIds, categoryIds, getItemIds, getCategoryIds, parts }: Promotion): Named | undefined {
  const all =
    type === 'Bundle'
      ? (parts ?? []).map(({ menuItemId, categoryId }) => ({ items: menuItemId, categories: categoryId }))
      : undefined;
  const ids = (list: readonly (number | undefined)[]) => list.filter((id): id is number => id !== undefined);
  if (all) return { items: ids(all.map((one) => one.items)), categories: ids(all.map((one) => one.categories)) };
  const named = {
    items: [...(itemIds ?? []), ...(getItemIds ?? [])],
    categories: [...(categoryIds ?? []), ...(getCategoryIds ?? [])],
  };
  return itemIds || categoryIds ? named : undefined;
}

/** Returns whether two promotions of items can be for the same item. */
function sharesItem(a: Promotion, b: Promotion, categoriesOf: CategoriesOf): boolean {
  const [x, y] = [namedBy(a), namedBy(b)];
  if (!x || !y) return true;
  const has = ({ items, categories }: Named, id: number) =>
    items.includes(id) || categoriesOf(id).some((one) => categories.includes(one));
  return (
    x.categories.some((id) => y.categories.includes(id)) ||
    x.items.some((id) => has(y, id) && !a.exceptItemIds?.includes(id) && !b.exceptItemIds?.includes(id)) ||
    y.items.some((id) => has(x, id) && !a.exceptItemIds?.includes(id) && !b.exceptItemIds?.includes(id))
  );
}

/**
 * Returns whether two promotions compete: both can count at the same time for the same items, or for the same bill, and do not add up. One that counts
 * alone competes with all.
 */
export function overlaps(a: Promotion, b: Promotion, categoriesOf: CategoriesOf): boolean {
  if (!sharesTime(a, b)) return false;
  if (a.combines === 'Alone' || b.combines === 'Alone') return true;
  if (a.combines === 'Stacks' || b.combines === 'Stacks') return false;
  if (a.type === 'BillOff' || b.type === 'BillOff') return a.type === b.type;
  return sharesItem(a, b, categoriesOf);
}
