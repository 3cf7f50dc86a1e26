import type { Menu, MenuCategory, MenuItem } from '@atoll/domain/menu/menu';

/** Returns the item with the given id and the first category that lists it. */
export function findMenuItem(
  menus: readonly Menu[],
  id: number,
): { item: MenuItem; category: MenuCategory } | undefined {
  for (const menu of menus) {
    for (const category of menu.categories) {
      const item = category.menuItems.find((each) => each.id === id);
      if (item) return { item, category };
    }
  }
  return undefined;
}
