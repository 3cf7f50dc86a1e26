/** Notes and coins of the rufiyaa, in laari. */
export const denominations = [100_000, 50_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 25] as const;

export type Pieces = Readonly<Record<number, number>>;

/** Answers what the counted pieces are worth, in laari; null while nothing is counted. */
export function worthOf(pieces: Pieces): number | null {
  const counted = Object.entries(pieces);
  if (counted.length === 0) return null;
  return counted.reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}

/** Answers the pieces as the wire carries them, largest first. */
export function countedPieces(pieces: Pieces): { value: number; count: number }[] {
  return denominations.flatMap((value) => {
    const count = pieces[value] ?? 0;
    return count > 0 ? [{ value, count }] : [];
  });
}
