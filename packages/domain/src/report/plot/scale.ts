/** Scales of plots: round ticks, and places between them. */

/** Returns 3 to 7 round ticks that include zero and cover the values. */
export function roundTicks(values: readonly number[], isWhole = false): number[] {
  const low = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const high = most === 0 && low === 0 ? 1 : most;
  const span = high - low;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
  const step = isWhole ? Math.max(1, Math.ceil(found)) : found;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step));
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Returns a function that places values between two points, in proportion. */
export function linear(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}
