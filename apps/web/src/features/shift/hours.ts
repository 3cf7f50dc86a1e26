/** Returns the hours since an instant, with one decimal; never less than 0. */
export function hoursSince(instant: string, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(instant)) / 360_000) / 10);
}
