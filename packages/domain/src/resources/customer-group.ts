/** Groups of customers that have prices of their own, such as staff. Source: R21.1, docs/rules.md#price-lists. */
import { defineResource } from './define-resource.ts';

export const customerGroup = defineResource({
  name: 'Customer Group',
  title: 'Customer Groups',
  table: 'customer_group',
  area: 'bis',
  many: 'price/groups',
  one: 'price/group',
  path: '/menu/customer-groups',
  readBy: ['Prices', 'Customers'],
  screen: 'Prices',
  action: 'price.manage',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, minLength: 2, maxLength: 40, unique: true },
    { key: 'note', label: 'Note', kind: 'multiline', maxLength: 300 },
  ],
  views: {
    grid: ['id', 'name', 'note'],
    form: ['name', 'note'],
    card: 'all',
    search: ['name'],
    csv: 'all',
  },
});
