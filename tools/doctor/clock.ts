/** Whether the clock of the server can be right, and whether a time server sets it. */
import { issueNotBefore } from '@atoll/domain/trust/leaf';
import { bad, type Finding, good, watch } from './finding.ts';

const maxBehindMs = 120_000;
/** From this difference on servers use the time of the database. */
const maxOffsetMs = 30_000;

export interface ClockFacts {
  readonly now: number;
  readonly releasedAt: number;
  /** When the newest record of the store was written; 0 without one. */
  readonly newestAt: number;
  /** By how much the database's clock is ahead of this machine's, in ms; 0 without a database server. */
  readonly databaseOffsetMs: number;
  /** Whether a time server sets the clock; null when the machine does not tell. */
  readonly isSynchronized: boolean | null;
}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} minutes`;

/** Returns the finding about the clock (R31.5: nothing is issued while it is wrong). */
export function checkClock({ now, releasedAt, newestAt, databaseOffsetMs, isSynchronized }: ClockFacts): Finding {
  const name = 'Clock';
  if (now < issueNotBefore(releasedAt, newestAt))
    return bad(
      name,
      `The clock of the server is wrong: it shows ${new Date(now).toISOString()}, which is before the release or the newest record.`,
      'Set the date and time of this machine, then start Atoll again.',
    );
  if (newestAt - now > maxBehindMs)
    return watch(
      name,
      `The newest record of the store is ${minutes(newestAt - now)} ahead of the clock.`,
      'Let a time server set the clock of this machine.',
    );
  if (Math.abs(databaseOffsetMs) > maxOffsetMs)
    return watch(
      name,
      `The clock differs from the database's by ${Math.round(Math.abs(databaseOffsetMs) / 1000)} s.`,
      'Let the same time server set the clocks of both machines.',
    );
  if (isSynchronized === false)
    return watch(
      name,
      'No time server sets the clock.',
      'Switch the time server on (timedatectl set-ntp true), or look at the clock each week.',
    );
  return good(
    name,
    isSynchronized ? 'A time server sets it.' : 'It is after the release and the newest record of the store.',
  );
}
