/** Splits an amount over items so that the parts add up exactly. Source: docs/rules.md#allocation. */

/**
 * Returns `total` (an integer) split in proportion to `weights` (integers), one part for each, adding up to `total` exactly.
 * Largest remainder method: each part is its share rounded down; the remaining units go to the largest remainders, one by one, ties to the earlier.
 * A negative total is split like the positive one, with the opposite sign. Weights that add up to zero count as equal.
 * Throws when there is something to split and no weight.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  if (total === 0) return weights.map(() => 0);
  if (weights.length === 0) throw new RangeError('nothing to allocate over');
  if (weights.length === 1) return [total];
  if (total < 0) return allocate(-total, weights).map((part) => (part === 0 ? 0 : -part));
  let sum = 0;
  let maxWeight = 0;
  for (const weight of weights) {
    sum += weight;
    maxWeight = Math.max(maxWeight, Math.abs(weight));
  }
  if (sum === 0)
    return allocate(
      total,
      weights.map(() => 1),
    );
  if (sum < 0)
    return allocate(
      total,
      weights.map((weight) => -weight),
    );
  const exact = Number.isSafeInteger(total * maxWeight) && Number.isSafeInteger(2 * sum);
  return exact ? allocateSafe(total, weights, sum) : allocateBig(total, weights);
}

function allocateSafe(total: number, weights: readonly number[], sum: number): number[] {
  const rests: number[] = [];
  let left = total;
  const parts = weights.map((weight) => {
    const product = total * weight;
    const rest = ((product % sum) + sum) % sum;
    const part = (product - rest) / sum;
    rests.push(rest);
    left -= part;
    return part + 0;
  });
  return handOut(parts, rests, left);
}

function allocateBig(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  const rests: bigint[] = [];
  let left = BigInt(total);
  const parts = weights.map((weight) => {
    const product = BigInt(total) * BigInt(weight);
    const rest = ((product % sum) + sum) % sum;
    const part = (product - rest) / sum;
    rests.push(rest);
    left -= part;
    return Number(part);
  });
  return handOut(parts, rests, Number(left));
}

/** Adds one to each of the `left` parts with the largest remainders, ties to the earlier. Changes and returns `parts`. */
function handOut<T extends number | bigint>(parts: number[], rests: readonly T[], left: number): number[] {
  if (left === 0) return parts;
  const order = rests.map((_, index) => index);
  order.sort((a, b) => {
    const [x, y] = [rests[a] as T, rests[b] as T];
    return x === y ? a - b : x < y ? 1 : -1;
  });
  for (const index of order.slice(0, left)) parts[index] = (parts[index] as number) + 1;
  return parts;
}
