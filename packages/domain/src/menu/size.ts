/** The sizes of a menu item. Source: docs/rules.md#menu-items. */
import type { MenuItem, MenuSize } from './menu.ts';

/** Answers the size of that name; an item with one size answers it for an empty name too. Undefined: no such size. */
export function findSize(item: Pick<MenuItem, 'sizes'>, value: string): MenuSize | undefined {
  return item.sizes.find((size) => size.value === value) ?? (value === '' ? onlySize(item) : undefined);
}

/** Answers the size that needs no choice, because it is the only one; else undefined and the person chooses. */
export function onlySize(item: Pick<MenuItem, 'sizes'>): MenuSize | undefined {
  return item.sizes.length === 1 ? item.sizes[0] : undefined;
}

/** The name of the size of an item that has only one; it says nothing, so it is shown nowhere. */
export const plainSize = 'Regular';

/** The size as people read it beside an item: '' when there is nothing to say. */
export function sizeWord(size: string | undefined): string {
  return size === undefined || size === plainSize ? '' : size;
}
