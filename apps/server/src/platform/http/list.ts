/** The query of a list, refused when it is not right, and the page that answers it. Source: docs/rules.md#lists. */

import { pageCount } from '@atoll/domain/grid/page-window';
import { type ListQueryText, type ListRequest, parseListQuery } from '@atoll/domain/grid/query';
import { Refused } from '../errors/refused.ts';

export type { ListRequest } from '@atoll/domain/grid/query';

/** Above so many matches they are not counted. */
export const countedUpTo = 10_000;

export interface Page<T> {
  readonly items: T[];
  readonly count: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

/** Reads a grid's query. `sorts` are the columns it may sort by besides the id; refused (400) for another size, sort, page or instant. */
export function readList<Sort extends string>(query: ListQueryText, sorts: readonly Sort[]): ListRequest<Sort | 'id'> {
  const read = parseListQuery(query, sorts);
  if (!read.ok) throw new Refused(read.refusal);
  return read.value;
}

/** Answers the page of a request, or the plain list when none was asked for. */
export function pageAnswer<T>(request: ListRequest<string>, items: T[], count: number): Page<T> | T[] {
  if (!request.isPaged) return items;
  return { items, count, pageSize: request.limit, totalPages: pageCount(count, request.limit) };
}

/** Answers a LIKE pattern that finds the text anywhere; its own wildcards are plain characters. Use with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
