/** The page numbers of a list. Source: R9.7. */

/** Answers how many pages hold `count` rows; an empty list has one. */
export function pageCount(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Answers the page numbers that a list offers: at most five, ascending, the current one in the middle where it can be. */
export function pageWindow(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - 4));
  return Array.from({ length: Math.max(0, Math.min(5, last)) }, (_, place) => first + place);
}
