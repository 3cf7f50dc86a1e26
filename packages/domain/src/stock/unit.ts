/** Units in which goods are bought, stored and used, and their conversion. Source: docs/rules.md#stock-items. */
import { roundProduct } from '../money/round.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

/** A positive fraction of whole numbers, reduced. */
export interface Fraction {
  readonly num: number;
  readonly den: number;
}

const measures = {
  g: ['mass', 1],
  kg: ['mass', 1000],
  ml: ['volume', 1],
  cl: ['volume', 10],
  l: ['volume', 1000],
  pc: ['count', 1],
  dozen: ['count', 12],
} as const;

/** Packaging units: the item's factor is the quantity that one holds. */
const packings = ['case', 'box', 'bag', 'pack', 'bottle', 'can', 'tin', 'tray', 'jar', 'bunch', 'portion'] as const;

export const units = [...(Object.keys(measures) as (keyof typeof measures)[]), ...packings] as const;

/** What conversions read of an item: one purchase unit holds `factor` thousandths of the stock unit. */
export interface ItemUnits {
  readonly stockUnit: string;
  readonly purchaseUnit: string;
  /** Thousandths; 0 means unknown. */
  readonly factor: number;
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Returns `num / den` reduced. Beyond safe integers both are scaled down, which rounds the fraction. `den` is positive. */
export function fraction(num: bigint, den: bigint): Fraction {
  const by = gcd(num < 0n ? -num : num, den) || 1n;
  const [n, d] = [num / by, den / by];
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  if (n <= limit && d <= limit) return { num: Number(n), den: Number(d) };
  const excess = (n > d ? n : d) / limit + 1n;
  return { num: Number(n / excess), den: Number(d / excess) || 1 };
}

/** Returns the product. */
export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(BigInt(a.num) * BigInt(b.num), BigInt(a.den) * BigInt(b.den));
}

/** Returns how many of `to` make one of `from`, for units of one kind (kg → g is 1000); null for others. */
export function unitRatio(from: string, to: string): Fraction | null {
  if (from === to) return { num: 1, den: 1 };
  const [a, b] = [measures[from as keyof typeof measures], measures[to as keyof typeof measures]];
  if (a === undefined || b === undefined || a[0] !== b[0]) return null;
  return fraction(BigInt(a[1]), BigInt(b[1]));
}

/**
 * Returns how many stock units of an item make one of `unit`: the same unit, a unit of the same kind, or by the purchase unit's factor
 * (and a unit of its kind). Refuses with unitUnknown.
 */
export function toStockUnit(item: ItemUnits, unit: string): Result<Fraction> {
  const direct = unitRatio(unit, item.stockUnit);
  if (direct) return ok(direct);
  const bought = unitRatio(unit, item.purchaseUnit);
  if (bought && item.factor > 0) return ok(times(bought, fraction(BigInt(item.factor), 1000n)));
  return refuse('unitUnknown', { details: `${unit} cannot be converted to ${item.stockUnit}`, extra: { unit } });
}

/** Returns a quantity in thousandths multiplied by a fraction, rounded half away from zero. */
export function scaleQty(qty: number, by: Fraction): number {
  return roundProduct(qty, by.num, by.den);
}
