/** Storages: where goods are kept. Source: docs/rules.md#storages. */
import { defineResource } from './define-resource.ts';

export const storage = defineResource({
  name: 'Storage',
  title: 'Storages',
  table: 'storage',
  area: 'ims',
  many: 'storages',
  one: 'storage',
  path: '/storage',
  readBy: ['Inventory', 'Inventory Logs', 'Invoices'],
  screen: 'Inventory',
  action: 'stock.adjust',
  label: 'name',
  code: { field: 'code', prefix: 'S', digits: 2 },
  fields: [
    { key: 'code', label: 'Code', kind: 'text', maxLength: 10, unique: true, hint: 'Leave it empty to get a number' },
    { key: 'name', label: 'Name', kind: 'text', required: true, maxLength: 60, unique: true },
    {
      key: 'type',
      label: 'Type',
      kind: 'choice',
      required: true,
      options: ['Dry', 'Chiller', 'Freezer', 'Bar', 'Kitchen', 'Cellar', 'Other'],
      initial: 'Dry',
    },
    { key: 'parentId', label: 'Inside', kind: 'reference', entity: 'storage' },
    { key: 'isDefaultReceiving', label: 'Receive goods here', formerLabel: 'Goods are received here', kind: 'boolean' },
    {
      key: 'isDefaultIssue',
      label: 'Sales take stock from here',
      formerLabel: 'Sales are taken from here',
      kind: 'boolean',
    },
    { key: 'sort', label: 'Order', kind: 'integer', min: 0, max: 9999, initial: 0 },
  ],
  stored: {
    isSellable: { label: 'Stock for sale', formerLabel: 'Sold from', kind: 'boolean' },
    temperatureMin: { label: 'Lowest °C', kind: 'integer', min: -60, max: 60 },
    temperatureMax: { label: 'Highest °C', kind: 'integer', min: -60, max: 60 },
    countFrequency: {
      label: 'How often to count',
      formerLabel: 'Counted',
      kind: 'choice',
      options: ['Daily', 'Weekly', 'Monthly'],
    },
  },
  views: {
    grid: ['id', 'code', 'name', 'type', 'parentId', 'isDefaultReceiving', 'isDefaultIssue'],
    form: ['name', 'type', 'isDefaultReceiving', 'isDefaultIssue'],
    more: 'rest',
    card: { without: ['sort'] },
    search: ['name', 'code'],
    csv: { without: ['sort'] },
    filters: ['type'],
  },
});
