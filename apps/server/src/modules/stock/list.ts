/** Lists of stock modules: one page of a query with its count, and filters of list queries. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import {
  compareValues,
  computedUpTo,
  type ListRequest,
  type Page,
  pageAnswer,
  refuseLongSort,
  sortedUpTo,
} from '../../platform/http/list.ts';

/** How a list is sorted, by the names that the API has for it. */
export interface RowSorts<T> {
  /** Columns or expressions of the query; those without an index sort at most `sortedUpTo` rows. */
  readonly columns: Readonly<Record<string, string | RawBuilder<unknown>>>;
  readonly indexed?: readonly string[];
  /** Values that are computed for each row: they sort at most `computedUpTo` rows. */
  readonly values?: Readonly<Record<string, (item: T) => unknown>>;
}

/** Returns the names by which a list may be sorted. */
export function sortNames<T>({ columns, values = {} }: RowSorts<T>): string[] {
  return [...Object.keys(columns), ...Object.keys(values)].filter((name) => name !== 'id');
}

/** Returns the page of rows that a request asks for. Refused: 'listTooLong'. Source: R35.59. */
export async function pageOfRows<DB, TB extends keyof DB, O, T>(
  found: SelectQueryBuilder<DB, TB, O>,
  request: ListRequest<string>,
  sorts: RowSorts<T>,
  present: (rows: O[]) => Promise<T[]> | T[],
): Promise<Page<T> | T[]> {
  const { sort, direction, limit, offset } = request;
  const { columns, values = {}, indexed = [] } = sorts;
  const value = values[sort];
  if (sort !== 'id' && !indexed.includes(sort)) {
    const some = (upTo: number) => found.clearSelect().select(sql`1`.as('one')).limit(upTo).execute();
    await refuseLongSort(async (upTo) => (await some(upTo)).length, value ? computedUpTo : sortedUpTo);
  }
  const byId = (columns['id'] ?? 'id') as never;
  if (value) {
    const all = await present(await found.orderBy(byId, direction).execute());
    const signed = direction === 'asc' ? 1 : -1;
    const sorted = all.toSorted((one, other) => signed * compareValues(value(one), value(other)));
    return pageAnswer(request, sorted.slice(offset, offset + limit), all.length);
  }
  const rows = await found
    .orderBy((columns[sort] ?? 'id') as never, direction)
    .orderBy(byId, direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const items = await present(rows);
  if (!request.isPaged) return items;
  const counted = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute();
  return pageAnswer(request, items, Number((counted[0] as { count: number } | undefined)?.count ?? 0));
}

/** Returns the id that a filter names, or undefined without a filter. Refused: 'malformed'. */
export function idFilter(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '' || text === 'null') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw refused('malformed', { errors: { [field]: 'This is not an id' } });
}

/** Returns the value of `of` that a filter names, or undefined without a filter. Refused: 'malformed'. */
export function choiceFilter<T extends string>(
  field: string,
  text: string | undefined,
  of: readonly T[],
): T | undefined {
  if (text === undefined || text === '' || text === 'null') return undefined;
  const found = of.find((one) => one === text);
  if (found === undefined) throw refused('malformed', { errors: { [field]: 'This is not one of the choices' } });
  return found;
}
