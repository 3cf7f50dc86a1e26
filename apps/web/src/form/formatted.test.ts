import { menuItem } from '@atoll/domain/resources/menu-item';
import { modifierGroup } from '@atoll/domain/resources/modifier-group';
import { priceList } from '@atoll/domain/resources/price-list';
import { expect, it } from 'vitest';
import { valuesOf } from './form-values.ts';
import { formatField } from './formatted.ts';

const sizes = menuItem.fields.find(({ key }) => key === 'sizes');
const shown = (...rows: readonly object[]) => (sizes ? formatField(sizes, rows, 'Indian/Maldives') : '');
const small = { value: 'Small', sellingPrice: 3000, isDefault: true };

it('[R35.41] lists and details of menu items name the size only where an item has several', () => {
  expect(shown({ ...small, value: 'Regular' })).toBe('30.00');
  expect(shown(small, { ...small, value: 'Large', isDefault: false })).toBe('Small 30.00 Default, Large 30.00');
});

it('details of menu items say which amount is the cost, and lists show only the price', () => {
  const field = sizes ?? { key: '', label: '', kind: 'list' };
  const rows = [
    { ...small, costPrice: 1250 },
    { ...small, value: 'Large', isDefault: false },
  ];
  expect(shown(rows[0] ?? {})).toBe('30.00 Cost 12.50');
  expect(shown(...rows)).toBe('Small 30.00 Cost 12.50 Default, Large 30.00');
  expect(formatField(field, rows, 'Indian/Maldives', true)).toBe('Small 30.00, Large 30.00');
});

it('shows the hours of a day as one span', () => {
  const times = priceList.fields.find(({ key }) => key === 'availability');
  const rows = [{ day: 'Friday', from: '17:00', to: '19:00' }];
  expect(times && formatField(times, rows, 'Indian/Maldives')).toBe('Friday 17:00–19:00');
});

it('[R35.46] neither lists nor forms show the field of an option on which nothing depends', () => {
  const options = modifierGroup.fields.find(({ key }) => key === 'options');
  const rare = { optionId: 1, name: 'Rare', priceDelta: 0, isDefault: false, isPrinted: true, inventoryItemId: 0 };
  expect(options && formatField(options, [rare], 'Indian/Maldives')).not.toContain('On the ticket');
  // It is kept, so that every option is on the ticket later too.
  expect(valuesOf(options?.fields ?? []), 'a new option').toMatchObject({ isPrinted: true });
});
