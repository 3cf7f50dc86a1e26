/** When a second authority takes over from the first. Source: R31.7. */

/** A second authority signs from this many years before the end of the first. */
const successionYears = 2;

/** Returns whether a second authority signs, in the last 24 months of the first; `to` is its end, both in ms. */
export function isSuccessionDue(to: number, now: number): boolean {
  const from = new Date(to);
  from.setUTCFullYear(from.getUTCFullYear() - successionYears);
  return now >= from.getTime();
}
