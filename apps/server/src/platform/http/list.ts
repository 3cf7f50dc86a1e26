/** Reads the query of a list, and builds the page that answers it. Source: docs/rules.md#lists. */

import { pageCount } from '@atoll/domain/grid/page-window';
import { type ListQueryText, type ListRequest, parseListQuery } from '@atoll/domain/grid/query';
import { Refused, refused } from '../errors/refused.ts';

export type { ListRequest } from '@atoll/domain/grid/query';

/** More matches than this are not counted. */
export const countedUpTo = 10_000;

export interface Page<T> {
  readonly items: T[];
  readonly count: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

/**
 * Returns a grid's query. `sorts` are the columns it may sort by besides the id; another size, sort, page or instant is
 * refused (400).
 */
export function readList<Sort extends string>(query: ListQueryText, sorts: readonly Sort[]): ListRequest<Sort | 'id'> {
  const read = parseListQuery(query, sorts);
  if (!read.ok) throw new Refused(read.refusal);
  return read.value;
}

/** Returns the page of a request, or a plain list when no page was asked for. */
export function pageAnswer<T>(request: ListRequest<string>, items: T[], count: number): Page<T> | T[] {
  if (!request.isPaged) return items;
  return { items, count, pageSize: request.limit, totalPages: pageCount(count, request.limit) };
}

/** Rows that are sorted by a column without an index. */
export const sortedUpTo = 10_000;
/** Rows that are sorted by what is computed for each of them. */
export const computedUpTo = 1_000;

/**
 * Throws a refusal when a list that is to be sorted without an index has more than `upTo` rows; `count` counts them up to a limit.
 * Refused: 'listTooLong'. Source: docs/rules.md#lists.
 */
export async function refuseLongSort(count: (limit: number) => Promise<number>, upTo = sortedUpTo): Promise<void> {
  if ((await count(upTo + 1)) > upTo)
    throw refused('listTooLong', { details: `At most ${upTo} rows can be sorted by this column` });
}

/** Returns -1, 0 or 1 for two values of a column: nothing first, then numbers and texts in their order. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [one ?? '', other ?? ''] as (string | number)[];
  if (a === b) return 0;
  if (a === '' || b === '') return a === '' ? -1 : 1;
  return typeof a === 'string' && typeof b === 'string'
    ? a.localeCompare(b, 'en')
    : (a as number) < (b as number)
      ? -1
      : 1;
}

/** Returns a LIKE pattern that finds the text anywhere; its own wildcards are plain characters. Use with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
