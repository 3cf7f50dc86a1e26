/** The sizes of a menu item. Source: docs/rules.md#menu-items. */
import type { MenuItem, MenuSize } from './menu.ts';

/** Returns the size of that name, or undefined. For an empty name, returns the size of an item that has only one. */
export function findSize(item: Pick<MenuItem, 'sizes'>, value: string): MenuSize | undefined {
  return item.sizes.find((size) => size.value === value) ?? (value === '' ? onlySize(item) : undefined);
}

/** Returns the size of an item that has only one; undefined when the person must choose. */
export function onlySize(item: Pick<MenuItem, 'sizes'>): MenuSize | undefined {
  return item.sizes.length === 1 ? item.sizes[0] : undefined;
}

/** The name of the size of an item that has only one; never shown. */
export const plainSize = 'Regular';

/** Returns the size to show with an item: '' for an item that has only one size. */
export function sizeLabel(size: string | undefined): string {
  return size === undefined || size === plainSize ? '' : size;
}
