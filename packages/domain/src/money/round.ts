/** Rounding: half away from zero, on exact rationals. No other rounding of money is used. Source: docs/rules.md#rounding. */

/** Returns numerator / denominator rounded to an integer, half away from zero. Throws for a denominator of zero. */
export function roundDiv(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return roundDiv(-numerator, -denominator);
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  const twice = 2n * (rest < 0n ? -rest : rest);
  if (twice < denominator) return quotient;
  return numerator < 0n ? quotient - 1n : quotient + 1n;
}

/**
 * Returns `amount × by / per` with the same rounding, for integers and a positive `per`: computed in plain numbers while the
 * product is a safe integer, otherwise by `roundDiv`. Throws when an argument or the result is not a safe integer.
 */
export function roundProduct(amount: number, by: number, per: number): number {
  const product = amount * by;
  if (!Number.isSafeInteger(product)) return toNumber(roundDiv(BigInt(amount) * BigInt(by), BigInt(per)));
  const rest = product % per;
  const quotient = (product - rest) / per;
  if (2 * Math.abs(rest) < per) return quotient + 0;
  return product < 0 ? quotient - 1 : quotient + 1;
}

function toNumber(value: bigint): number {
  const n = Number(value);
  if (!Number.isSafeInteger(n)) throw new RangeError('an amount is too large to be exact');
  return n;
}
