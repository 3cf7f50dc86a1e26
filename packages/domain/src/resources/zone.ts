/** Zones that the outlet delivers to. Source: docs/rules.md#zones. */
import { defineResource } from './define-resource.ts';

export const zone = defineResource({
  name: 'Zone',
  title: 'Delivery Zones',
  table: 'zone',
  area: 'crm',
  many: 'zones',
  one: 'zone',
  path: '/delivery/zones',
  readBy: ['Manage Delivery', 'New Bill'],
  screen: 'Manage Delivery',
  action: 'menu.edit',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, maxLength: 60, unique: true },
    { key: 'fee', label: 'Fee', kind: 'money', required: true, initial: 0 },
    { key: 'minOrder', label: 'Minimum order', formerLabel: 'Smallest order', kind: 'money' },
    { key: 'freeAbove', label: 'Free above', kind: 'money' },
    { key: 'etaMinutes', label: 'Minutes on the way', kind: 'integer', min: 0, max: 600 },
    { key: 'sort', label: 'Order', kind: 'integer', min: 0, max: 9999, initial: 0 },
  ],
  views: {
    grid: ['id', 'name', 'fee', 'minOrder', 'freeAbove', 'etaMinutes'],
    form: ['name', 'fee', 'minOrder', 'freeAbove', 'etaMinutes'],
    more: 'rest',
    card: 'all',
    search: ['name'],
    csv: 'all',
  },
});
