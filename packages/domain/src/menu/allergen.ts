/** What makes some people ill: the fourteen that the European Union has named. Source: docs/rules.md#allergens. */
export const allergens = [
  'Celery',
  'Crustaceans',
  'Eggs',
  'Fish',
  'Gluten',
  'Lupin',
  'Milk',
  'Molluscs',
  'Mustard',
  'Nuts',
  'Peanuts',
  'Sesame',
  'Soya',
  'Sulphites',
] as const;
