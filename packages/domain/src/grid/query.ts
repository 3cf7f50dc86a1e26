/** The query of a list: what the grid sends, and its parser. Source: R9.3, R9.11–R9.14, docs/rules.md#lists. */

import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { Sentence } from '../refusal/sentence.ts';

/** The page sizes of a list. */
export const pageSizes = [10, 20, 50, 100, 200, 500, 1000] as const;
export const defaultPageSize = 100;
/** The maximum number of rows of a list without pages. */
export const plainLimit = 1000;

/** A list's query parameters as text; 'null' and '' count as absent. */
export interface ListQueryText {
  readonly size?: string | undefined;
  readonly page?: string | undefined;
  readonly id?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
}

export interface ListRequest<Sort extends string> {
  /** false: a plain list, for a dropdown. */
  readonly isPaged: boolean;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  readonly sort: Sort;
  readonly direction: 'asc' | 'desc';
  /** Trimmed, at most 100 characters; '' means no search. */
  readonly search: string;
  /** The parent's id or key in a nested list. */
  readonly parent: string | undefined;
  /** Epoch ms, both included; undefined is open. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const given = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || text === 'null' ? undefined : text;

function instantOf(text: string | undefined): number | undefined {
  const known = given(text);
  if (known === undefined) return undefined;
  return /^-?\d{1,15}$/.test(known) ? Number(known) : Date.parse(known);
}

/**
 * Parses a list's query strictly. Refuses with pageSizeUnknown for an unknown size, and with malformed for an invalid page, sort or instant
 * (`errors` names the field). Sorts by id, newest first, unless `sort` is one of `sorts`; a leading '-' means descending. An end before the start
 * counts as an open end.
 */
export function parseListQuery<Sort extends string>(
  query: ListQueryText,
  sorts: readonly Sort[] = [],
): Result<ListRequest<Sort | 'id'>> {
  const malformed = (field: string, message: Sentence) =>
    refuse('malformed', { details: message, errors: { [field]: message } });
  const size = Number(given(query.size) ?? defaultPageSize);
  if (!(pageSizes as readonly number[]).includes(size)) {
    return refuse('pageSizeUnknown', { errors: { size: `Size must be one of ${pageSizes.join(', ')}` } });
  }
  const pageText = given(query.page);
  if (pageText !== undefined && !/^[1-9]\d{0,8}$/.test(pageText)) return malformed('page', 'Page must be 1 or more');
  const sortText = given(query.sort) ?? '-id';
  const sort = sortText.replace(/^-/, '') as Sort | 'id';
  if (sort !== 'id' && !sorts.includes(sort)) return malformed('sort', 'You cannot sort by this');
  const from = instantOf(query.start);
  const to = instantOf(query.end);
  if (Number.isNaN(from)) return malformed('start', 'Start must be a date and time');
  if (Number.isNaN(to)) return malformed('end', 'End must be a date and time');
  const page = Number(pageText ?? 1);
  return ok({
    isPaged: pageText !== undefined,
    page,
    limit: pageText === undefined ? plainLimit : size,
    offset: (page - 1) * size,
    sort,
    direction: sortText.startsWith('-') ? 'desc' : 'asc',
    search: (query.search ?? '').trim().slice(0, 100),
    parent: given(query.id),
    from,
    to: to !== undefined && from !== undefined && to < from ? undefined : to,
  });
}
