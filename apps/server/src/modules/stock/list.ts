/** Lists of stock modules: one page of a query with its count, and filters of list queries. */
import type { SelectQueryBuilder } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { type ListRequest, type Page, pageAnswer } from '../../platform/http/list.ts';

/** Returns the page of rows that a request asks for. `sortBy` gives the column of each sort name. */
export async function pageOfRows<DB, TB extends keyof DB, O, T>(
  found: SelectQueryBuilder<DB, TB, O>,
  request: ListRequest<string>,
  sortBy: (sort: string) => string,
  present: (rows: O[]) => Promise<T[]> | T[],
): Promise<Page<T> | T[]> {
  const rows = await found
    .orderBy(sortBy(request.sort) as never, request.direction)
    .orderBy(sortBy('id') as never, request.direction)
    .limit(request.limit)
    .offset(request.offset)
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
