/** Categories of a menu. Source: docs/rules.md#menus. */
import { menuItemTypes } from '../menu/menu.ts';
import { gstModes } from '../outlet/outlet.ts';
import { defineResource } from './define-resource.ts';

export const category = defineResource({
  name: 'Category',
  title: 'Categories',
  table: 'category',
  area: 'bis',
  many: 'categories',
  one: 'category',
  path: '/menu/category',
  readBy: ['Categories', 'Menu Items'],
  screen: 'Categories',
  action: 'menu.edit',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, maxLength: 60, unique: true },
    { key: 'nameLocal', label: 'Name in Dhivehi', kind: 'text', maxLength: 60 },
    { key: 'menuIds', label: 'Menus', kind: 'references', entity: 'menu', required: true },
    { key: 'parentId', label: 'Under', kind: 'reference', entity: 'category' },
    {
      key: 'defaultType',
      label: 'Ticket for new items',
      formerLabel: 'Tickets of new items',
      kind: 'choice',
      options: menuItemTypes,
      initial: 'Kitchen',
      required: true,
    },
    { key: 'gstMode', label: 'GST', kind: 'choice', options: gstModes, hint: 'Empty: same as the outlet' },
    { key: 'color', label: 'Colour', kind: 'text', maxLength: 20, placeholder: '#2f7f86' },
    { key: 'image', label: 'Image', formerLabel: 'Picture', kind: 'image' },
    {
      key: 'courseNo',
      label: 'Course',
      kind: 'integer',
      min: 0,
      max: 9,
      initial: 0,
      hint: 'Of a meal at a table: 1 comes first. 0: made at once',
    },
    { key: 'sort', label: 'Order', kind: 'integer', min: 0, max: 9999, initial: 0 },
  ],
  views: {
    grid: ['id', 'name', 'nameLocal', 'menuIds', 'defaultType', 'sort'],
    form: ['name', 'menuIds', 'defaultType', 'color'],
    more: 'rest',
    card: 'all',
    search: ['name', 'nameLocal'],
    csv: { without: ['image'] },
    filters: ['menuIds', 'defaultType'],
  },
});
