/** What guests choose for one part of a set menu. Source: R21.25, docs/rules.md#set-menus. */
import { maxCourse } from '../bill/course.ts';
import { defineResource } from './define-resource.ts';

export const choiceGroup = defineResource({
  name: 'Choice Group',
  title: 'Sets',
  table: 'choice_group',
  area: 'bis',
  many: 'price/choices',
  one: 'price/choice',
  path: '/menu/sets',
  readBy: ['Prices', 'Menu Items'],
  screen: 'Prices',
  action: 'price.manage',
  label: 'name',
  fields: [
    {
      key: 'name',
      label: 'Name',
      kind: 'text',
      required: true,
      maxLength: 40,
      unique: true,
      placeholder: 'Main course',
    },
    {
      key: 'choose',
      label: 'Choose',
      kind: 'integer',
      required: true,
      min: 1,
      max: 5,
      initial: 1,
      hint: 'How many a guest chooses',
    },
    {
      key: 'courseNo',
      label: 'Course',
      kind: 'integer',
      min: 0,
      max: maxCourse,
      initial: 0,
      hint: '0: the course of the category',
    },
    {
      key: 'choices',
      label: 'Choices',
      kind: 'list',
      required: true,
      min: 1,
      max: 50,
      fields: [
        { key: 'menuItemId', label: 'Item', kind: 'reference', entity: 'menu_item', required: true },
        { key: 'size', label: 'Size', kind: 'text', maxLength: 20, hint: 'Empty: the default size' },
        { key: 'extraPrice', label: 'Extra', kind: 'money', min: 0, hint: 'On top of the set' },
        { key: 'isDefault', label: 'Default', kind: 'boolean' },
      ],
    },
  ],
  views: {
    grid: ['id', 'name', 'choose', 'choices'],
    form: ['name', 'choose', 'choices'],
    more: 'rest',
    card: 'all',
    search: ['name'],
    csv: { without: ['choices'] },
  },
});
