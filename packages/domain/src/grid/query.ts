/** The query of a list: what the grid sends and how it is read. Source: R9.3, R9.11–R9.14, docs/rules.md#lists. */

import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { Sentence } from '../refusal/sentence.ts';

/** Page sizes that a list offers. */
export const pageSizes = [10, 20, 50, 100, 200, 500, 1000] as const;
export const defaultPageSize = 100;
/** How many rows a list without pages gives. */
export const plainLimit = 1000;

/** A list's query as it stands in the address: texts, 'null' and '' are nothing. */
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
  /** Trimmed, at most 100 characters; '' is none. */
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
 * Answers a list's query, read strictly: a size that is not offered is refused with pageSizeUnknown, another page, sort or instant with malformed
 * (`errors` says which). Sorting is by id, newest first, unless one of `sorts` is named; '-' before it turns it. An end before the start is an open end.
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
  if (sort !== 'id' && !sorts.includes(sort)) return malformed('sort', 'This cannot be sorted by');
  const from = instantOf(query.start);
  const to = instantOf(query.end);
  if (Number.isNaN(from)) return malformed('start', 'Start is not a point in time');
  if (Number.isNaN(to)) return malformed('end', 'End is not a point in time');
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
