/** Menus: what is offered together, all day or at certain hours. Source: docs/rules.md#menus. */

import { slotTypeNames } from '../outlet/outlet.ts';
import { defaultMenuGraceMinutes } from '../price/offered.ts';
import { defineResource } from './define-resource.ts';
import { hourFields } from './time-fields.ts';

export const menu = defineResource({
  name: 'Menu',
  title: 'Menus',
  table: 'menu',
  area: 'bis',
  many: 'menus',
  one: 'menu',
  path: '/menu/menus',
  readBy: ['Menus', 'Categories', 'Website'],
  screen: 'Menus',
  action: 'menu.edit',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, minLength: 2, maxLength: 60, unique: true },
    {
      key: 'status',
      label: 'Status',
      kind: 'choice',
      options: ['Draft', 'Published'],
      initial: 'Published',
      required: true,
    },
    { key: 'description', label: 'Description', kind: 'multiline', maxLength: 300 },
    {
      key: 'orderTypes',
      label: 'Offered for',
      kind: 'choice',
      options: slotTypeNames,
      allowMultiple: true,
      hint: 'Empty: for all',
    },
    {
      key: 'availability',
      label: 'Times',
      formerLabel: 'Offered at',
      kind: 'list',
      max: 21,
      hint: 'Tills show the menu only at these times. Empty: always',
      fields: hourFields('07:00', '11:00'),
    },
    {
      key: 'graceMinutes',
      label: 'Order again after the hours',
      kind: 'integer',
      min: 0,
      max: 30,
      initial: defaultMenuGraceMinutes,
      hint: 'For so many minutes, up to 30, tills add its items without asking',
    },
    { key: 'publishFrom', label: 'Published from', kind: 'date' },
    { key: 'publishTo', label: 'Published until', kind: 'date' },
    { key: 'sort', label: 'Order', kind: 'integer', min: 0, max: 9999, initial: 0 },
  ],
  views: {
    grid: ['id', 'name', 'status', 'description', 'orderTypes', 'sort'],
    form: ['name', 'status', 'description', 'orderTypes'],
    more: 'rest',
    card: 'all',
    search: ['name'],
    csv: 'all',
    filters: ['status'],
  },
});
