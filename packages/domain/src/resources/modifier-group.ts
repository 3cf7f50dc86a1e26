/** Groups of modifiers that come with an item. Source: docs/rules.md#modifiers. */
import { defineResource } from './define-resource.ts';

export const modifierGroup = defineResource({
  name: 'Modifier Group',
  title: 'Modifiers',
  table: 'modifier_group',
  area: 'bis',
  many: 'modifiers',
  one: 'modifier',
  path: '/menu/modifiers',
  screen: 'Menu Items',
  action: 'menu.edit',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, maxLength: 40, unique: true },
    { key: 'isRequired', label: 'Required', kind: 'boolean' },
    { key: 'minChoices', label: 'At least', kind: 'integer', min: 0, max: 20, initial: 0 },
    { key: 'maxChoices', label: 'At most', kind: 'integer', required: true, min: 1, max: 20, initial: 1 },
    {
      key: 'freeCount',
      label: 'Free choices',
      formerLabel: 'Free of charge',
      kind: 'integer',
      min: 0,
      max: 20,
      initial: 0,
    },
    {
      key: 'options',
      label: 'Options',
      kind: 'list',
      required: true,
      min: 1,
      max: 50,
      fields: [
        { key: 'name', label: 'Name', kind: 'text', required: true, maxLength: 40 },
        { key: 'priceDelta', label: 'Price', kind: 'money', min: -9_999_999 },
        { key: 'isDefault', label: 'Default', kind: 'boolean' },
        {
          key: 'stationId',
          label: 'Station',
          kind: 'reference',
          entity: 'station',
          hint: 'Prints there too, with the name of the item',
        },
        // Every chosen option is on the ticket of its item.
        { key: 'isPrinted', label: 'On the ticket', kind: 'boolean', initial: true, isHidden: true },
        { key: 'inventoryItemId', label: 'Takes from stock', kind: 'reference', entity: 'inventory_item' },
        { key: 'qty', label: 'Quantity', kind: 'quantity', min: 0 },
      ],
    },
    { key: 'sort', label: 'Order', kind: 'integer', min: 0, max: 9999, initial: 0 },
  ],
  views: {
    grid: ['id', 'name', 'isRequired', 'minChoices', 'maxChoices', 'options'],
    form: ['name', 'isRequired', 'minChoices', 'maxChoices', 'options'],
    more: 'rest',
    card: { without: ['sort'] },
    search: ['name'],
    csv: 'all',
    filters: ['isRequired'],
  },
});
