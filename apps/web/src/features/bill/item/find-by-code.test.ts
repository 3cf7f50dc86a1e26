import type { MenuCategory, MenuItem } from '@atoll/domain/menu/menu';
import { expect, it } from 'vitest';
import { findByCode } from './find-by-code.ts';

const item = (name: string, more: Partial<MenuItem>): MenuItem =>
  ({ name, code: '', barcode: '', isAvailable: true, sizes: [], ...more }) as unknown as MenuItem;
const size = (value: string, barcode?: string) => ({ value, sellingPrice: 1000, isDefault: false, barcode });
const cola = item('Cola', {
  code: 'C1',
  barcode: '5449000000996',
  sizes: [size('Can', '5449000000990'), size('Bottle', '5449000131805')],
});
const categories = [{ menuItems: [item('Water', { sizes: [size('Small')] }), cola] }] as unknown as MenuCategory[];

it('[R35.24] finds the size by its own barcode, and the item alone by the barcode or code of the item', () => {
  expect(findByCode(categories, '5449000131805')).toEqual({ item: cola, size: cola.sizes[1] });
  expect(findByCode(categories, '5449000000996')).toEqual({ item: cola });
  expect(findByCode(categories, 'C1')).toEqual({ item: cola });
  expect(findByCode(categories, '999')).toBeUndefined();
});

it('finds an item on sale before a sold-out one of the same code', () => {
  const gone = item('Old cola', { code: 'C1', isAvailable: false });
  const both = [{ menuItems: [gone, cola] }] as unknown as MenuCategory[];
  expect(findByCode(both, 'C1')?.item).toBe(cola);
});
