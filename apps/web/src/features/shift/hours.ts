/** Answers the time since an instant in hours, with one decimal. */
export function hoursSince(instant: string, now: number): number {
  return Math.round((now - Date.parse(instant)) / 360_000) / 10;
}
