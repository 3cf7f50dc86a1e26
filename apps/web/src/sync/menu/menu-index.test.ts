import type { Menu, MenuItem } from '@atoll/domain/menu/menu';
import { expect, it } from 'vitest';
import { menuIndexOf } from './menu-index.ts';

const item = (id: number, name: string, more: Partial<MenuItem> = {}): MenuItem =>
  ({ id, name, nameLocal: '', code: '', barcode: '', isAvailable: true, sizes: [], ...more }) as unknown as MenuItem;
const size = (value: string, barcode?: string) => ({ value, sellingPrice: 1000, isDefault: false, barcode });
const cola = item(1, 'Cola', {
  code: 'C1',
  barcode: '5449000000996',
  sizes: [size('Can', '5449000000990'), size('Bottle', '5449000131805')],
});
const indexOf = (...items: MenuItem[]) =>
  menuIndexOf([{ id: 1, name: 'All', categories: [{ id: 7, name: 'Food', menuItems: items }] }] as unknown as Menu[]);
const names = (items: readonly MenuItem[]) => items.map(({ name }) => name);

it('[R35.24] finds the size by its own barcode, and the item alone by the barcode or code of the item', () => {
  const index = indexOf(item(2, 'Water', { sizes: [size('Small')] }), cola);
  expect(index.findByCode('5449000131805')).toEqual({ item: cola, size: cola.sizes[1] });
  expect(index.findByCode('5449000000996')).toEqual({ item: cola });
  expect(index.findByCode('C1')).toEqual({ item: cola });
  expect(index.findByCode('999')).toBeUndefined();
  expect(index.findByCode('')).toBeUndefined();
});

it('finds an item on sale before a sold-out one of the same code', () => {
  const gone = item(3, 'Old cola', { code: 'C1', isAvailable: false });
  expect(indexOf(gone, cola).findByCode('C1')?.item).toBe(cola);
  expect(indexOf(cola, gone).findByCode('C1')?.item).toBe(cola);
});

it('finds an item by its id with its first category', () => {
  const index = indexOf(cola);
  expect(index.find(1)).toMatchObject({ item: cola, category: { id: 7 } });
  expect(index.find(2)).toBeUndefined();
});

it('finds items whose words begin as typed before those that contain the text, and no item twice', () => {
  const index = indexOf(item(1, 'Cheeseburger'), item(2, 'Lagoon Burger burger'), item(3, 'Fish burger'));
  expect(names(index.search('burger', 10))).toEqual(['Lagoon Burger burger', 'Fish burger', 'Cheeseburger']);
  expect(names(index.search('burger', 2))).toEqual(['Lagoon Burger burger', 'Fish burger']);
});

it('finds an item by several words in any order, in any case, without its accents, and by its code', () => {
  const index = indexOf(item(1, 'Café au lait', { code: 'H07', nameLocal: 'ކޮފީ' }), item(2, 'Lait'));
  for (const typed of ['cafe', 'CAFÉ', 'lait caf', 'h07', 'ކޮފީ', '  au  ']) {
    expect(names(index.search(typed, 10)), typed).toEqual(['Café au lait']);
  }
  for (const typed of ['', '   ', 'café tea', 'lait\ncafe x']) expect(index.search(typed, 10), typed).toEqual([]);
});

it('knows which items are sold out, and whether all are halal', () => {
  const index = indexOf({ ...cola, isHalal: true }, item(2, 'Soup', { isAvailable: false }));
  expect([...index.soldOut]).toEqual([2]);
  expect(index.isAllHalal).toBe(false);
  expect(indexOf({ ...cola, isHalal: true }).isAllHalal).toBe(true);
});
