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

/** The usual name of the only size, which an import gives to items without sizes. It tells items of earlier releases apart, which do not know `hasSizes`. */
export const plainSize = 'Regular';

interface SoldSize {
  readonly size: string;
  /** Whether the menu item had several sizes when it was ordered. Absent on items of earlier releases. */
  readonly hasSizes?: boolean | undefined;
}

/** Returns the size to show with a sold item: '' for one whose menu item had only one size (R35.41). */
export function sizeLabel({ size, hasSizes = size !== plainSize }: SoldSize): string {
  return hasSizes ? size : '';
}
