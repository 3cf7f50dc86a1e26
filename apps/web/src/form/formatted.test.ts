import { menuItem } from '@atoll/domain/resources/menu-item';
import { expect, it } from 'vitest';
import { formatField } from './formatted.ts';

const sizes = menuItem.fields.find(({ key }) => key === 'sizes');
const shown = (...rows: readonly object[]) => (sizes ? formatField(sizes, rows, 'Indian/Maldives') : '');
const small = { value: 'Small', sellingPrice: 3000, isDefault: true };

it('[R35.41] lists and details of menu items name the size only where an item has several', () => {
  expect(shown({ ...small, value: 'Regular' })).toBe('30.00');
  expect(shown(small, { ...small, value: 'Large', isDefault: false })).toBe('Small 30.00 Default, Large 30.00');
});
