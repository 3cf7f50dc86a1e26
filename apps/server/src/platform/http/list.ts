/** Reads the query of a list, and builds the page that answers it. Source: docs/rules.md#lists. */

import { pageCount } from '@atoll/domain/grid/page-window';
import { type ListQueryText, type ListRequest, parseListQuery } from '@atoll/domain/grid/query';
import { Refused } from '../errors/refused.ts';

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

/** Returns a LIKE pattern that finds the text anywhere; its own wildcards are plain characters. Use with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
