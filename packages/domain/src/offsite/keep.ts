/** Which off-site copies are kept. Source: R31.39. */
import { businessDate } from '../date/business-day.ts';
import type { OffsiteCopy } from './copies.ts';

export interface KeepRule {
  /** Days, weeks (from Sunday) and months of which the newest full copy is kept; those without a copy do not count. */
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
  /** So many of the newest full copies stay in any case. */
  readonly least: number;
  /** Differences are kept for so many hours. */
  readonly diffHours: number;
  readonly timezone: string;
}

export const keepRule = { daily: 7, weekly: 5, monthly: 12, least: 3, diffHours: 48 } as const;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** 1970-01-04 was a Sunday: the fourth day, counted from 0. */
const firstSunday = 3;

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const weekOf = (date: string): string => String(Math.floor((dayNumber(date) - firstSunday) / 7));

/** Returns the newest copy of each of the newest `count` periods. `copies`: newest first. */
function newestOf(
  copies: readonly OffsiteCopy[],
  periodOf: (copy: OffsiteCopy) => string,
  count: number,
): OffsiteCopy[] {
  const newest = new Map<string, OffsiteCopy>();
  for (const copy of copies) {
    const period = periodOf(copy);
    if (!newest.has(period)) newest.set(period, copy);
  }
  return [...newest.values()].slice(0, count);
}

/** Returns the copies to keep, in the given order. `now` is epoch ms. */
export function keepCopies(copies: readonly OffsiteCopy[], now: number, rule: KeepRule): OffsiteCopy[] {
  const fulls = copies.filter(({ kind }) => kind === 'Full').toSorted((a, b) => b.at - a.at);
  const dates = new Map(fulls.map(({ at }) => [at, businessDate(at, rule.timezone, '00:00')]));
  const dateOf = ({ at }: OffsiteCopy): string => dates.get(at) ?? '';
  const kept = new Set([
    ...fulls.slice(0, rule.least),
    ...newestOf(fulls, dateOf, rule.daily),
    ...newestOf(fulls, (copy) => weekOf(dateOf(copy)), rule.weekly),
    ...newestOf(fulls, (copy) => dateOf(copy).slice(0, 7), rule.monthly),
  ]);
  const bases = new Set([...kept].map(({ at }) => at));
  return copies.filter((copy) =>
    copy.kind === 'Full' ? kept.has(copy) : bases.has(copy.base) && now - copy.at < rule.diffHours * hourMs,
  );
}
