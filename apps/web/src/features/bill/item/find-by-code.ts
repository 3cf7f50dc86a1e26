import type { MenuCategory, MenuItem, MenuSize } from '@atoll/domain/menu/menu';

interface Found {
  readonly item: MenuItem;
  /** The size that has the code itself; absent when the code is the item's. */
  readonly size?: MenuSize;
}

/** Returns the item with the given barcode or code, and the size whose own barcode it is (R35.24). An item on sale comes before a sold-out one. */
export function findByCode(categories: readonly MenuCategory[], code: string): Found | undefined {
  const items = categories.flatMap((each) => each.menuItems).toSorted((a, b) => +b.isAvailable - +a.isAvailable);
  for (const item of items) {
    const size = item.sizes.find(({ barcode }) => barcode === code);
    if (size) return { item, size };
  }
  const item = items.find((each) => each.barcode === code || each.code === code);
  return item && { item };
}
