/** What a grid shows and asks for. Source: R9. */
import { defaultPageSize } from '@atoll/domain/contract/platform/shape';
import { businessDayStart } from '@atoll/domain/date/business-day';
import type { ReactNode } from 'react';
import type { MenuAction } from '../ui/overlay/action-menu.tsx';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly align?: 'end';
  readonly strong?: true;
  /** The server may sort by it. */
  readonly sortable?: true;
  readonly cell: (row: Row) => ReactNode;
  /** What stands in the CSV; absent: the cell, when it is text or a number. */
  readonly text?: (row: Row) => string | number | boolean | null;
  /** Share of the width that it asks for, in px; 110 for figures, 150 for the rest. */
  readonly width?: number;
  /** Not shown until it is chosen among the columns. */
  readonly isExtra?: true;
}

/** Of a column of ids, px: six digits, and the arrow beside the heading. */
export const idWidth = 88;

export interface GridQuery {
  readonly page: number;
  readonly size: number;
  /** '-id' descends. */
  readonly sort: string;
  readonly search: string;
  /** By the outlet's wall clock, 'YYYY-MM-DDTHH:mm'; '' is none. */
  readonly from: string;
  readonly to: string;
  /** Values by field key; what is absent is not filtered. */
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
  /** false: there are more than `count`. */
  readonly isCountExact?: boolean;
}

/** A filter of a list: one of a few, or a record of another entity (`load` answers them). */
export interface GridFilter {
  readonly key: string;
  readonly label: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly load?: (search: string) => Promise<readonly { readonly id: number; readonly name: string }[]>;
}

/** A road to all rows as CSV; absent: the pages are fetched one after another. */
export interface ExportRoad {
  readonly path: string;
}

/** Where a list comes from and what was asked; `useGridPage` answers it. */
export interface GridSource<Row> {
  readonly query: GridQuery;
  readonly onQuery: (query: GridQuery) => void;
  readonly page: GridPage<Row> | undefined;
  readonly loading: boolean;
  /** Words of a failed load. */
  readonly error: string | undefined;
  readonly onRetry: () => void;
  /** The rows have a time of their own: From and To are shown. */
  readonly hasTime: boolean;
  /** Fetches a page of what is asked. */
  readonly fetchPage: (page: number, size: number) => Promise<GridPage<Row>>;
  /** What is asked, as the wire has it. */
  readonly asked: Readonly<Record<string, string>>;
}

export type RowActions<Row> = (row: Row) => readonly MenuAction[];

/** The epoch: how an empty To is sent (R9.14). */
const epoch = '1970-01-01T00:00:00.000Z';

const instantOf = (wall: string, timezone: string): string =>
  new Date(businessDayStart(wall.slice(0, 10), timezone, wall.slice(11, 16) || '00:00')).toISOString();

/** Answers a list's query as the wire has it: `start`, `end` only where rows have a time of their own; nothing empty. */
export function askedOf(query: GridQuery, { timezone, hasTime }: { timezone: string; hasTime: boolean }) {
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
