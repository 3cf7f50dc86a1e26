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
