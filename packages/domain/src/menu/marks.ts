/** What stands beside the name of an item: allergens, spicy, vegetarian, halal. Source: R23.21, R35.76, docs/decisions/047-halal-on-tickets.md. */
import type { MenuItem } from './menu.ts';

export type ItemMarks = Pick<MenuItem, 'allergens' | 'spicy' | 'isVegetarian' | 'isHalal'>;

/** Returns the marks of an item; {} without any. `isAllHalal`: every item of the menu is halal, so that the word tells nothing. */
export function marksOf(
  { allergens = [], spicy = 0, isVegetarian = false, isHalal = false }: ItemMarks,
  isAllHalal: boolean,
): ItemMarks {
  return {
    ...(allergens.length > 0 && { allergens: [...allergens] }),
    ...(spicy > 0 && { spicy }),
    ...(isVegetarian && { isVegetarian }),
    ...(isHalal && !isAllHalal && { isHalal }),
  };
}

/** Returns whether an item has a mark. */
export const hasMarks = (marks: ItemMarks): boolean => Object.keys(marks).length > 0;
