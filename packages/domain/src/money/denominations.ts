/** Notes and coins of the rufiyaa, and the value of counted ones. Money in laari. */

/** Face values, largest first. */
export const denominations = [100_000, 50_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25] as const;

/** Values from 5 rufiyaa up, which guests commonly pay with. */
export const notes: readonly number[] = denominations.filter((value) => value >= 500);

/** Counted pieces by face value. */
export type Pieces = Readonly<Record<number, number>>;

/** Returns the value of the counted pieces, in laari; null while nothing is counted. */
export function piecesWorth(pieces: Pieces): number | null {
  const counted = Object.entries(pieces);
  if (counted.length === 0) return null;
  return counted.reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}

/** Returns the pieces in the format of the API, largest first; values that were not counted are left out. */
export function countedPieces(pieces: Pieces): { value: number; count: number }[] {
  return denominations.flatMap((value) => {
    const count = pieces[value] ?? 0;
    return count > 0 ? [{ value, count }] : [];
  });
}
