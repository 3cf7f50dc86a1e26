/** For what guests earn points. Source: docs/rules.md#points. */
import { maxPoints, pointsRuleKinds } from '../points/points.ts';
import { defineResource } from './define-resource.ts';
import { timeFields } from './time-fields.ts';

export const pointsRule = defineResource({
  name: 'Points Rule',
  title: 'Points Rules',
  table: 'points_rule',
  area: 'crm',
  many: 'points/rules',
  one: 'points/rule',
  path: '/wallets/points-rules',
  screen: 'Prices',
  action: 'price.manage',
  label: 'name',
  fields: [
    { key: 'name', label: 'Name', kind: 'text', required: true, minLength: 2, maxLength: 40, unique: true },
    {
      key: 'kind',
      label: 'Kind',
      kind: 'choice',
      options: pointsRuleKinds,
      required: true,
      initial: 'PerSpend',
      hint: 'Per spend: for each amount. Per item: for each unit of an item. Signup: once for a new customer',
    },
    { key: 'points', label: 'Points', kind: 'integer', required: true, min: 1, max: maxPoints, initial: 1 },
    { key: 'per', label: 'For each', kind: 'money', min: 1, hint: 'The amount that gives the points' },
    { key: 'itemIds', label: 'Items', kind: 'references', entity: 'menu_item', hint: 'Empty: everything' },
    { key: 'categoryIds', label: 'Categories', kind: 'references', entity: 'category' },
    ...timeFields,
  ],
  views: {
    grid: ['id', 'name', 'kind', 'points', 'per'],
    form: ['name', 'kind', 'points', 'per', 'itemIds', 'categoryIds'],
    more: 'rest',
    card: 'all',
    search: ['name'],
    csv: { without: ['availability'] },
    filters: ['kind'],
  },
});
