/** Finds environment variables that were probably meant as a setting: a wrong name would be ignored silently. Source: R35.15. */

const ownPrefix = 'ATOLL_';
/** Names up to this length may differ by one letter, longer ones by two. */
const shortLength = 8;

export interface Misspelled {
  readonly given: string;
  readonly meant: string;
}

/** Returns how many letters were left out, added, replaced or swapped with their neighbour between two words. */
function editDistance(one: string, other: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last ?? [], row];
  }
  return last?.[other.length] ?? 0;
}

function meantBy(given: string, known: readonly string[]): string | undefined {
  const upper = given.toUpperCase().replaceAll('-', '_');
  const name = upper.startsWith(ownPrefix) ? upper.slice(ownPrefix.length) : upper;
  const near = (setting: string): boolean => {
    const most = setting.length <= shortLength ? 1 : 2;
    return Math.abs(setting.length - name.length) <= most && editDistance(setting, name) <= most;
  };
  return known.includes(name) ? name : known.find(near);
}

/** Returns the given names that are no setting but resemble one, with the setting that they resemble. */
export function findMisspelled(given: readonly string[], known: readonly string[]): Misspelled[] {
  return given.flatMap((name) => {
    const meant = known.includes(name) ? undefined : meantBy(name, known);
    return meant === undefined ? [] : [{ given: name, meant }];
  });
}
