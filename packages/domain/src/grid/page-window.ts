/** Page numbers of a list. Source: R9.7. */

/** Returns the number of pages for `count` rows; an empty list has one. */
export function pageCount(count: number, size: number): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Returns the page numbers to show: at most five, ascending, the current one in the middle if possible. */
export function pageWindow(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - 4));
  return Array.from({ length: Math.max(0, Math.min(5, last)) }, (_, index) => first + index);
}
