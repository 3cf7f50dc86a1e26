/** What a till says of itself with each call: its number, and what waits on it for the server. Source: docs/rules.md#till-status. */

export const tillHeader = 'X-Till';

export interface TillNote {
  /** The n of 'T{n}-127'. */
  readonly number: number;
  /** Pieces of work that the server does not have. */
  readonly waiting: number;
  /** Laari that they carry. */
  readonly amount: number;
}

const written = /^(\d{1,4});(\d{1,6});(\d{1,12})$/;

/** Answers the header of a note. */
export const writeTillNote = ({ number, waiting, amount }: TillNote): string => `${number};${waiting};${amount}`;

/** Answers the note of a header; null when it makes no sense. */
export function readTillNote(header: unknown): TillNote | null {
  const parts = typeof header === 'string' ? written.exec(header) : null;
  return parts && { number: Number(parts[1]), waiting: Number(parts[2]), amount: Number(parts[3]) };
}
