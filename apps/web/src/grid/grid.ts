/** Types of a grid: what it shows and what it asks for. Source: R9. */
import { defaultPageSize } from '@atoll/domain/contract/platform/shape';
import { businessDayStart } from '@atoll/domain/date/business-day';
import type { ReactNode } from 'react';
import type { MenuAction } from '../ui/overlay/action-menu.tsx';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly align?: 'end';
  readonly strong?: true;
  /** The server can sort by this column. */
  readonly sortable?: true;
  readonly cell: (row: Row) => ReactNode;
  /** Returns the value for the CSV; when absent, the cell if it is text or a number. */
  readonly text?: (row: Row) => string | number | boolean | null;
  /** Long texts are cut down to this width in px where room is missing; 150 when absent. The room of a picture. */
  readonly width?: number;
  readonly isPicture?: true;
  /** Its entries, which commas separate in its text, go to further lines where room is missing; none is cut (R35.58). */
  readonly wraps?: true;
  /** Hidden until it is chosen among the columns. */
  readonly isExtra?: true;
}

/** Width of a column of ids, in px: six digits, and the arrow beside the heading. */
export const idWidth = 88;
/** A column of days with their year. */
export const dayWidth = 128;

export interface GridQuery {
  readonly page: number;
  readonly size: number;
  /** For example '-id' for descending. */
  readonly sort: string;
  readonly search: string;
  /** In the outlet's local time, 'YYYY-MM-DDTHH:mm'; '' for none. */
  readonly from: string;
  readonly to: string;
  /** Values by field key; an absent key does not filter. */
  readonly filters: Readonly<Record<string, string>>;
}

export const firstGridQuery: GridQuery = {
  page: 1,
  size: defaultPageSize,
  sort: '-id',
  search: '',
  from: '',
  to: '',
  filters: {},
};

export interface GridPage<Row> {
  readonly items: readonly Row[];
  readonly count: number;
  readonly pageSize: number;
  readonly totalPages: number;
  /** If false, there are more rows than `count`. */
  readonly isCountExact?: boolean;
}

/** A filter of a list: a few options, records of another entity (returned by `load`), or an amount in laari. */
export interface GridFilter {
  readonly key: string;
  readonly label: string;
  readonly isAmount?: true;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly load?: (search: string) => Promise<readonly { readonly id: number; readonly name: string }[]>;
}

/** A path that returns all rows as CSV. When absent, the pages are fetched one after another. */
export interface ExportEndpoint {
  readonly path: string;
  /** It takes the ids of chosen rows: what it returns for them can be imported again (R35.52). */
  readonly takesIds?: true;
}

/** The query of a list and its result; `useGridPage` returns it. */
export interface GridSource<Row> {
  readonly query: GridQuery;
  readonly onQuery: (query: GridQuery) => void;
  readonly page: GridPage<Row> | undefined;
  readonly loading: boolean;
  /** Message of a failed load. */
  readonly error: string | undefined;
  readonly onRetry: () => void;
  /** The rows have a time, so From and To are shown. */
  readonly hasTime: boolean;
  /** Fetches one page of the query. */
  readonly fetchPage: (page: number, size: number) => Promise<GridPage<Row>>;
  /** The query as the API expects it. */
  readonly asked: Readonly<Record<string, string>>;
}

export type RowActions<Row> = (row: Row) => readonly MenuAction[];

/** The epoch: how an empty To is sent (R9.14). */
const epoch = '1970-01-01T00:00:00.000Z';

const instantOf = (wall: string, timezone: string): string =>
  new Date(businessDayStart(wall.slice(0, 10), timezone, wall.slice(11, 16) || '00:00')).toISOString();

/** Returns a list's query as the API expects it: `start` and `end` only where rows have a time, and no empty values. */
export function queryParamsOf(query: GridQuery, { timezone, hasTime }: { timezone: string; hasTime: boolean }) {
  const { size, page, sort, search, from, to, filters } = query;
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return {
    size: String(size),
    page: String(page),
    sort,
    ...(search ? { search } : {}),
    ...(hasTime ? { start: from ? instantOf(from, timezone) : '', end: to ? instantOf(to, timezone) : epoch } : {}),
    ...Object.fromEntries(given),
  };
}
