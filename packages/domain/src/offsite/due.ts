/** When off-site copies and drills are made. Source: R31.36, R31.40. */
import { businessDate, businessDayStart } from '../date/business-day.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const firstRetryMs = 5 * minuteMs;
const maxRetryMs = 60 * minuteMs;
/** A drill is made each month. */
const drillMs = 30 * dayMs;

/** Returns when the clock of the shop showed this time of day last, epoch ms. */
export const lastAt = (now: number, hour: string, timezone: string): number =>
  businessDayStart(businessDate(now, timezone, hour), timezone, hour);

export interface Tried {
  /** When the last one succeeded; null: never. */
  readonly doneAt: number | null;
  /** When it was tried last, and how often it failed since the last success. */
  readonly triedAt: number | null;
  readonly failures: number;
}

/** Whether enough time passed since the last failure: 5 minutes at first, an hour at most. It never ends to try. */
export function mayTry({ triedAt, failures }: Omit<Tried, 'doneAt'>, now: number): boolean {
  if (triedAt === null || failures === 0) return true;
  const waitMs = Math.min(firstRetryMs * 2 ** (failures - 1), maxRetryMs);
  // A clock that was set back must not make it wait for days.
  return Math.abs(now - triedAt) >= waitMs;
}

/** Whether a full copy is due: the first at once, then each day at `hour`. */
export function isCopyDue(tried: Tried, now: number, hour: string, timezone: string): boolean {
  const { doneAt } = tried;
  const isMissing = doneAt === null || doneAt < lastAt(now, hour, timezone) || doneAt > now + dayMs;
  return isMissing && mayTry(tried, now);
}

/** A difference that takes long makes the next one wait for ten times as long. */
const maxWorkShare = 10;

export interface DiffTried extends Tried {
  /** How many minutes apart differences are. */
  readonly minutes: number;
  /** How long the last copy took. */
  readonly lastMs: number;
}

/** Whether a difference is due, `minutes` after the last copy of any kind. Before the first full copy there is nothing to differ from. */
export function isDiffDue({ doneAt, minutes, lastMs, ...tried }: DiffTried, now: number): boolean {
  if (doneAt === null) return false;
  const everyMs = Math.max(minutes * minuteMs, lastMs * maxWorkShare);
  return Math.abs(now - doneAt) >= everyMs && mayTry(tried, now);
}

/** Whether a drill is due. Before the first copy there is nothing to restore. */
export function isDrillDue(tried: Tried, now: number, firstCopyAt: number | null): boolean {
  if (firstCopyAt === null) return false;
  const since = tried.doneAt ?? firstCopyAt;
  return Math.abs(now - since) >= (tried.doneAt === null ? dayMs : drillMs) && mayTry(tried, now);
}
