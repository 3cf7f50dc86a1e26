/** The status that a till sends with each call: its number, and the entries that wait on it for the server. Source: docs/rules.md#till-status. */

export const tillHeader = 'X-Till';

export interface TillNote {
  /** The n of 'T{n}-127'. */
  readonly number: number;
  /** The number of entries that the server does not have. */
  readonly waiting: number;
  /** The amount of these entries, laari. */
  readonly amount: number;
}

const pattern = /^(\d{1,4});(\d{1,6});(\d{1,12})$/;

/** Returns the header for a status. */
export const writeTillNote = ({ number, waiting, amount }: TillNote): string => `${number};${waiting};${amount}`;

/** Returns the status from a header; null when it is invalid. */
export function readTillNote(header: unknown): TillNote | null {
  const parts = typeof header === 'string' ? pattern.exec(header) : null;
  return parts && { number: Number(parts[1]), waiting: Number(parts[2]), amount: Number(parts[3]) };
}

/** What is wrong on a till, sent with its calls only while something is. Source: R31.42. */
export const tillTroubleHeader = 'X-Till-Trouble';

export interface TillTrouble {
  /** Device clock minus server clock, ms; 0 below two minutes. */
  readonly skewMs: number;
  /** Tickets that were not printed. */
  readonly failed: number;
  /** How long the oldest ticket waits for its printer, ms. */
  readonly waitingMs: number;
}

const troublePattern = /^(-?\d{1,12});(\d{1,6});(\d{1,12})$/;

/** Returns the header; null when nothing is wrong. */
export const writeTillTrouble = ({ skewMs, failed, waitingMs }: TillTrouble): string | null =>
  skewMs === 0 && failed === 0 && waitingMs === 0
    ? null
    : `${Math.round(skewMs)};${failed};${Math.round(Math.max(0, waitingMs))}`;

/** Returns what is wrong on a till from its header; null when nothing is, or the header is invalid. */
export function readTillTrouble(header: unknown): TillTrouble | null {
  const parts = typeof header === 'string' ? troublePattern.exec(header) : null;
  return parts && { skewMs: Number(parts[1]), failed: Number(parts[2]), waitingMs: Number(parts[3]) };
}
