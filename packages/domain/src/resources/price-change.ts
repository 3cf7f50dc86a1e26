/** Price changes: new prices of the menu from a business day on. Source: R21.5, docs/rules.md#price-lists. */
import { defineResource } from './define-resource.ts';

export const priceChange = defineResource({
  name: 'Price Change',
  title: 'Price Changes',
  table: 'price_change',
  area: 'bis',
  many: 'price/changes',
  one: 'price/change',
  path: '/menu/price-changes',
  screen: 'Prices',
  action: 'price.manage',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, minLength: 2, maxLength: 40, unique: true },
    {
      key: 'fromDate',
      label: 'First day',
      kind: 'date',
      required: true,
      hint: 'The new prices count from the start of this business day',
    },
    {
      key: 'status',
      label: 'Status',
      kind: 'choice',
      options: ['Planned', 'Applied', 'Cancelled'],
      initial: 'Planned',
      required: true,
      hint: 'Applied: they are in the menu',
    },
    {
      key: 'prices',
      label: 'Prices',
      kind: 'list',
      required: true,
      min: 1,
      max: 2000,
      fields: [
        { key: 'menuItemId', label: 'Item', kind: 'reference', entity: 'menu_item', required: true },
        { key: 'size', label: 'Size', kind: 'text', maxLength: 20, hint: 'Empty for an item with one size' },
        { key: 'price', label: 'Price', kind: 'money', required: true },
      ],
    },
  ],
  views: {
    grid: ['id', 'name', 'fromDate', 'status'],
    form: ['name', 'fromDate', 'status', 'prices'],
    card: 'all',
    search: ['name'],
    csv: { without: ['prices'] },
    filters: ['status'],
  },
});
