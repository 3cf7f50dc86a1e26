/** Levels of customers by the points that they earned in a year. Source: docs/rules.md#points. */
import { maxPoints } from '../points/points.ts';
import { defineResource } from './define-resource.ts';

export const pointsTier = defineResource({
  name: 'Tier',
  title: 'Tiers',
  table: 'points_tier',
  area: 'crm',
  many: 'points/tiers',
  one: 'points/tier',
  path: '/wallets/tiers',
  screen: 'Prices',
  action: 'price.manage',
  label: 'name',
  fields: [
    {
      key: 'name',
      label: 'Name',
      kind: 'text',
      required: true,
      minLength: 2,
      maxLength: 40,
      unique: true,
      placeholder: 'Gold',
    },
    {
      key: 'fromPoints',
      label: 'From points',
      kind: 'integer',
      required: true,
      min: 0,
      max: maxPoints,
      hint: 'Earned in the last 365 days',
    },
    {
      key: 'factorPct',
      label: 'Earns',
      kind: 'percent',
      min: 0,
      max: 1000,
      initial: 100,
      hint: '150: half as much again',
    },
    {
      key: 'groupId',
      label: 'Group',
      kind: 'reference',
      entity: 'customer_group',
      hint: 'Its customers get the prices of this group',
    },
  ],
  views: {
    grid: ['id', 'name', 'fromPoints', 'factorPct', 'groupId'],
    form: ['name', 'fromPoints', 'factorPct', 'groupId'],
    card: 'all',
    search: ['name'],
    csv: 'all',
  },
});
