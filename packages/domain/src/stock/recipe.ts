/** Recipes: the inventory items that a dish takes, with sub-recipes expanded. Quantities are thousandths, percentages basis points. Source: docs/rules.md#recipes. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { type Fraction, fraction, type ItemUnits, scaleQty, times, toStockUnit, unitRatio } from './unit.ts';

export interface RecipeLine {
  /** One of `itemId` and `subRecipeId` is set; the other is 0. */
  readonly itemId: number;
  readonly subRecipeId: number;
  /** Thousandths of `unit`, more than 0. */
  readonly qty: number;
  readonly unit: string;
  /** Basis points, 0…9000: the part lost in preparation. */
  readonly wastageBp: number;
}

export interface Recipe {
  readonly id: number;
  readonly lines: readonly RecipeLine[];
  /** Thousandths of `yieldUnit` that the lines produce. */
  readonly yieldQty: number;
  readonly yieldUnit: string;
}

/** What expanding a recipe reads of an item; `yieldBp` is the `yieldPct` of its form, its usable part, in basis points. */
export interface RecipeItem extends ItemUnits {
  readonly id: number;
  readonly yieldBp: number;
}

/** The recipes and items that recipes refer to, by id. */
export interface RecipeBook {
  readonly recipes: ReadonlyMap<number, Recipe>;
  readonly items: ReadonlyMap<number, RecipeItem>;
}

/** The quantity of an item that one unit of the recipe's yield takes, in stock units. */
export interface Need {
  readonly itemId: number;
  readonly per: Fraction;
}

const whole = 10_000n;

/** Returns the factor for yield and wastage: 1 / (yield × (1 − wastage)). */
function grossFactor(line: RecipeLine, yieldBp: number): Fraction {
  return fraction(whole * whole, BigInt(yieldBp) * (whole - BigInt(line.wastageBp)));
}

/**
 * Returns what one unit of the recipe's yield takes of every item, each item once; sub-recipes are expanded.
 * Refuses with recipeCycle for a recipe that contains itself, with unitUnknown, and with notFound for an unknown item or sub-recipe.
 */
export function explodeRecipe(recipe: Recipe, book: RecipeBook): Result<readonly Need[]> {
  const sums = new Map<number, Fraction>();
  const problem = collect(recipe, { num: 1, den: 1 }, book, [], sums);
  return problem ?? ok([...sums].map(([itemId, per]) => ({ itemId, per })));
}

function collect(
  recipe: Recipe,
  factor: Fraction,
  book: RecipeBook,
  above: readonly number[],
  sums: Map<number, Fraction>,
): Extract<Result<never>, { ok: false }> | null {
  if (above.includes(recipe.id)) return cycle();
  for (const line of recipe.lines) {
    const share = times(factor, fraction(BigInt(line.qty), BigInt(recipe.yieldQty)));
    if (line.subRecipeId !== 0) {
      const sub = book.recipes.get(line.subRecipeId);
      if (!sub) return missing();
      const ratio = unitRatio(line.unit, sub.yieldUnit);
      if (!ratio) return { ok: false, refusal: unitProblem(line.unit, sub.yieldUnit) };
      const needed = times(times(share, grossFactor(line, 10_000)), ratio);
      const problem = collect(sub, needed, book, [...above, recipe.id], sums);
      if (problem) return problem;
      continue;
    }
    const item = book.items.get(line.itemId);
    if (!item) return missing();
    const ratio = toStockUnit(item, line.unit);
    if (!ratio.ok) return ratio;
    const needed = times(times(share, grossFactor(line, item.yieldBp)), ratio.value);
    sums.set(item.id, plus(sums.get(item.id), needed));
  }
  return null;
}

function plus(a: Fraction | undefined, b: Fraction): Fraction {
  if (!a) return b;
  const [an, ad, bn, bd] = [BigInt(a.num), BigInt(a.den), BigInt(b.num), BigInt(b.den)];
  return fraction(an * bd + bn * ad, ad * bd);
}

const refusalOf = (result: Result<never>) => result as Extract<Result<never>, { ok: false }>;
const cycle = () => refusalOf(refuse('recipeCycle'));
const missing = () => refusalOf(refuse('notFound', { message: 'Choose an item or a recipe for each ingredient' }));
const unitProblem = (from: string, to: string) =>
  refusalOf(refuse('unitUnknown', { details: `${from} cannot be converted to ${to}`, extra: { unit: from } })).refusal;

/** Returns what a sold quantity (thousandths) takes: thousandths of each item's stock unit, rounded once. Items that round to 0 are left out. */
export function takenBy(needs: readonly Need[], qty: number): { readonly itemId: number; readonly qty: number }[] {
  return needs.flatMap(({ itemId, per }) => {
    const taken = scaleQty(qty, per);
    return taken === 0 ? [] : [{ itemId, qty: taken }];
  });
}

/** Returns the cost in laari of one unit of yield; `unitCost` returns an item's price in thousandths of a laari per stock unit. */
export function recipeCost(needs: readonly Need[], unitCost: (itemId: number) => number): number {
  let sum: Fraction = { num: 0, den: 1 };
  for (const { itemId, per } of needs) sum = plus(sum, times(per, { num: unitCost(itemId), den: 1000 }));
  return scaleQty(1, sum);
}
