import type { Menu } from '@atoll/domain/menu/menu';
import { menuIndexOf, type Placed } from '../../../sync/menu/menu-index.ts';

/** Returns the item with the given id and the first category that lists it. */
export const findMenuItem = (menus: readonly Menu[], id: number): Placed | undefined => menuIndexOf(menus).find(id);
