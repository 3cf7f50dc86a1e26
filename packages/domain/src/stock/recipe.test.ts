import fc from 'fast-check';
import { expect, it } from 'vitest';
import { explodeRecipe, type Recipe, type RecipeBook, type RecipeItem, recipeCost, takenBy } from './recipe.ts';
import { scaleQty, toStockUnit, unitRatio, units } from './unit.ts';

const item = (id: number, stockUnit: string, more: Partial<RecipeItem> = {}): RecipeItem => ({
  id,
  stockUnit,
  purchaseUnit: 'case',
  factor: 24_000,
  yieldBp: 10_000,
  ...more,
});
const line = (itemId: number, qty: number, unit: string, wastageBp = 0) => ({
  itemId,
  subRecipeId: 0,
  qty: qty * 1000,
  unit,
  wastageBp,
});
const sub = (subRecipeId: number, qty: number, unit: string) => ({ ...line(0, qty, unit), subRecipeId });
const recipe = (id: number, lines: Recipe['lines'], yieldQty = 1, yieldUnit = 'portion'): Recipe => ({
  id,
  lines,
  yieldQty: yieldQty * 1000,
  yieldUnit,
});
const book = (items: RecipeItem[], recipes: Recipe[] = []): RecipeBook => ({
  items: new Map(items.map((one) => [one.id, one])),
  recipes: new Map(recipes.map((one) => [one.id, one])),
});
const needs = (one: Recipe, of: RecipeBook) => {
  const exploded = explodeRecipe(one, of);
  if (!exploded.ok) throw new Error(exploded.refusal.reason);
  return exploded.value;
};

it('[R14.2] converts kilos to grams and cases to pieces by the item’s factor, and refuses unknown conversions', () => {
  expect(unitRatio('kg', 'g')).toEqual({ num: 1000, den: 1 });
  expect(unitRatio('kg', 'ml')).toBeNull();
  expect(toStockUnit(item(1, 'pc'), 'case')).toMatchObject({ ok: true, value: { num: 24, den: 1 } });
  expect(toStockUnit(item(1, 'g', { purchaseUnit: 'kg', factor: 1_000_000 }), 'kg')).toMatchObject({
    value: { num: 1000, den: 1 },
  });
  expect(toStockUnit(item(1, 'g'), 'l')).toMatchObject({ ok: false, refusal: { reason: 'unitUnknown' } });
  expect(toStockUnit(item(1, 'g', { factor: 0 }), 'case')).toMatchObject({ ok: false });
  expect(scaleQty(1500, { num: 24, den: 1 })).toBe(36_000);
});

it('[R14.2] includes yield and wastage: 80 g of a fish with 80 % yield and 20 % wastage take 125 g', () => {
  const of = book([item(1, 'g', { yieldBp: 8000 })]);
  expect(takenBy(needs(recipe(9, [line(1, 80, 'g', 2000)]), of), 1000)).toEqual([{ itemId: 1, qty: 125_000 }]);
});

it('[R14.2] expands sub-recipes and adds up what they take of one item', () => {
  const sauce = recipe(2, [line(1, 500, 'g'), line(2, 0.5, 'l')], 1000, 'ml');
  const dish = recipe(3, [sub(2, 0.2, 'l'), line(1, 100, 'g')], 2);
  const of = book([item(1, 'g'), item(2, 'ml')], [sauce]);
  expect(takenBy(needs(dish, of), 3000)).toEqual([
    { itemId: 1, qty: 300_000 },
    { itemId: 2, qty: 150_000 },
  ]);
  expect(recipeCost(needs(dish, of), (id) => (id === 1 ? 1500 : 200))).toBe(160);
});

it('[R14.2] refuses a recipe that contains itself, a unit that cannot be converted and an unknown item', () => {
  const a = recipe(1, [sub(2, 1, 'portion')]);
  const b = recipe(2, [sub(1, 1, 'portion')]);
  expect(explodeRecipe(a, book([], [a, b]))).toMatchObject({ ok: false, refusal: { reason: 'recipeCycle' } });
  expect(explodeRecipe(a, book([], [a]))).toMatchObject({ ok: false, refusal: { reason: 'notFound' } });
  expect(explodeRecipe(recipe(3, [line(1, 1, 'l')]), book([item(1, 'g')]))).toMatchObject({
    refusal: { reason: 'unitUnknown' },
  });
  // Using the same sub-recipe twice is not a cycle.
  const twice = recipe(4, [sub(5, 1, 'portion'), sub(5, 1, 'portion')]);
  const part = recipe(5, [line(1, 10, 'g')]);
  expect(takenBy(needs(twice, book([item(1, 'g')], [part])), 1000)).toEqual([{ itemId: 1, qty: 20_000 }]);
});

it('[R14.2] a nested recipe takes the same quantities as the flat one, to a thousandth', () => {
  const part = fc.record({ qty: fc.integer({ min: 1, max: 500_000 }), wastageBp: fc.integer({ min: 0, max: 9000 }) });
  fc.assert(
    fc.property(part, fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 20_000 }), (one, yields, sold) => {
      const flat = { ...line(1, 0, 'g'), ...one };
      const of = book([item(1, 'g')], [{ ...recipe(2, [flat]), yieldQty: yields }]);
      const direct = takenBy(needs({ ...recipe(3, [flat]), yieldQty: yields }, of), sold);
      const nested = takenBy(needs(recipe(4, [sub(2, 1, 'portion')]), of), sold);
      expect(Math.abs((direct[0]?.qty ?? 0) - (nested[0]?.qty ?? 0))).toBeLessThanOrEqual(1);
      const exact = (sold * one.qty * 10_000) / (yields * (10_000 - one.wastageBp));
      expect(Math.abs((direct[0]?.qty ?? 0) - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-9);
    }),
    { seed: 815, numRuns: 300 },
  );
});

it('[R14.2] lists each unit once', () => {
  expect(new Set(units).size).toBe(units.length);
});
