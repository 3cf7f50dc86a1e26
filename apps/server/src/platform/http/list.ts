/** The query of a list as the grid sends it, read strictly, and the page that answers it. Source: api.md Rules. */
import { defaultPageSize, pageSizes } from '@atoll/domain/contract/shape';
import { refused } from '../errors/refused.ts';

export interface ListQuery {
  readonly size?: string | undefined;
  readonly page?: string | undefined;
  readonly id?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
}

export interface ListRequest<Sort extends string> {
  /** false: a plain list of the first 1000, for a dropdown. */
  readonly isPaged: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly sort: Sort;
  readonly direction: 'asc' | 'desc';
  /** Trimmed; empty is none. */
  readonly search: string;
  /** The parent's id or key in a nested list; undefined is no filter. */
  readonly parent: string | undefined;
  /** Epoch ms, inclusive; undefined is open. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface Page<T> {
  readonly items: T[];
  readonly count: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

const plainLimit = 1000;

function malformed(field: string, message: string): Error {
  return refused('malformed', { details: message, errors: { [field]: message } });
}

function sizeOf(text: string | undefined): number {
  if (text === undefined || text === '') return defaultPageSize;
  const size = Number(text);
  if (!(pageSizes as readonly number[]).includes(size)) {
    throw refused('pageSizeUnknown', { errors: { size: `Size must be one of ${pageSizes.join(', ')}` } });
  }
  return size;
}

function pageOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw malformed('page', 'Page must be 1 or more');
  return Number(text);
}

function instantOf(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '' || text === 'null') return undefined;
  const at = /^-?\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(at)) throw malformed(field, `${field === 'start' ? 'Start' : 'End'} is not a point in time`);
  return at;
}

const given = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || text === 'null' ? undefined : text;

/** Reads a grid's query. `sorts` are the columns it may sort by; refused (400) for another size, sort or page. */
export function readList<Sort extends string>(query: ListQuery, sorts: readonly Sort[]): ListRequest<Sort | 'id'> {
  const size = sizeOf(query.size);
  const page = given(query.page);
  const sortText = given(query.sort) ?? '-id';
  const sort = sortText.replace(/^-/, '') as Sort | 'id';
  if (sort !== 'id' && !(sorts as readonly string[]).includes(sort))
    throw malformed('sort', 'This cannot be sorted by');
  const from = instantOf('start', query.start);
  const to = instantOf('end', query.end);
  return {
    isPaged: page !== undefined,
    limit: page === undefined ? plainLimit : size,
    offset: page === undefined ? 0 : (pageOf(page) - 1) * size,
    sort,
    direction: sortText.startsWith('-') ? 'desc' : 'asc',
    search: (query.search ?? '').trim().slice(0, 100),
    parent: given(query.id),
    from,
    to: to !== undefined && from !== undefined && to < from ? undefined : to,
  };
}

/** Answers the page of a request, or the plain list when none was asked for. */
export function pageAnswer<T>(request: ListRequest<string>, items: T[], count: number): Page<T> | T[] {
  if (!request.isPaged) return items;
  return { items, count, pageSize: request.limit, totalPages: Math.ceil(count / request.limit) };
}

/** Answers a LIKE pattern that finds the text anywhere; its own wildcards are plain characters. Use with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
