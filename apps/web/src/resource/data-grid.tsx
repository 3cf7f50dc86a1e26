import { defaultPageSize } from '@atoll/domain/contract/shape';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../ui/empty.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import css from './data-grid.module.css';
import { Pagination } from './pagination.tsx';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  readonly align?: 'end';
  readonly strong?: true;
  /** The server may sort by it. */
  readonly sortable?: true;
  readonly cell: (row: Row) => ReactNode;
}

export interface GridQuery {
  readonly page: number;
  readonly size: number;
  /** '-id' descends. */
  readonly sort: string;
  readonly search: string;
}

export const firstGridQuery: GridQuery = { page: 1, size: defaultPageSize, sort: '-id', search: '' };

export interface GridPage<Row> {
  readonly items: readonly Row[];
  readonly count: number;
  readonly pageSize: number;
  readonly totalPages: number;
}

interface DataGridProps<Row> {
  readonly title: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly query: GridQuery;
  readonly onQuery: (query: GridQuery) => void;
  readonly page: GridPage<Row> | undefined;
  readonly loading: boolean;
  /** Words of a failed load. */
  readonly error: string | undefined;
  readonly rowKey: (row: Row) => string;
  readonly openKey?: string | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onRetry: () => void;
  readonly emptyHint: string;
  readonly tools?: ReactNode;
}

/** A list: title, search, a sheet with sticky head and 48 px rows, pages; arrows move, Enter opens. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { title, columns, query, onQuery, page, loading, error, rowKey, openKey, onOpen, onRetry, emptyHint, tools } =
    props;
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.key === 'Enter') onOpen(row);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next =
      event.key === 'ArrowDown' ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling;
    (next as HTMLElement | null)?.focus();
  };

  return (
    <section className={css.grid} aria-label={title}>
      <header className={css.head}>
        <h1>{title}</h1>
        <div className={css.tools}>
          <input
            className={css.search}
            type="search"
            aria-label={t('grid.search')}
            placeholder={t('grid.search')}
            value={query.search}
            onChange={(event) => onQuery({ ...query, search: event.currentTarget.value, page: 1 })}
          />
          {tools}
        </div>
      </header>
      <div className={css.sheet}>
        {error ? (
          <Empty
            icon="warning"
            tone="late"
            title={t('grid.noConnection')}
            hint={error}
            action={
              <button type="button" className={css.size} onClick={onRetry}>
                {t('ui.tryAgain')}
              </button>
            }
          />
        ) : page && page.items.length === 0 ? (
          <Empty icon="search" title={t('grid.empty')} hint={emptyHint} />
        ) : (
          <table aria-busy={loading}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Head key={column.key} column={column} query={query} onQuery={onQuery} />
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {page
                ? page.items.map((row) => (
                    <tr
                      key={rowKey(row)}
                      tabIndex={0}
                      aria-selected={rowKey(row) === openKey}
                      onClick={() => onOpen(row)}
                      onKeyDown={(event) => onKeyDown(event, row)}
                    >
                      {columns.map((column) => (
                        <td
                          key={column.key}
                          className={`${column.align ? css.num : ''} ${column.strong ? css.strong : ''}`}
                        >
                          {column.cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))
                : Array.from({ length: 8 }, (_, i) => (
                    <tr key={i} aria-hidden="true">
                      {columns.map((column) => (
                        <td key={column.key}>
                          <Skeleton width="60%" height={14} />
                        </td>
                      ))}
                    </tr>
                  ))}
            </tbody>
          </table>
        )}
      </div>
      <Pagination query={query} page={page} onQuery={onQuery} />
    </section>
  );
}

function Head<Row>(props: { column: GridColumn<Row>; query: GridQuery; onQuery: (query: GridQuery) => void }) {
  const { column, query, onQuery } = props;
  const descending = query.sort === `-${column.key}`;
  const sorted = descending || query.sort === column.key;
  return (
    <th
      scope="col"
      className={column.align ? css.num : undefined}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sortable ? (
        <button
          type="button"
          className={css.sort}
          onClick={() => onQuery({ ...query, sort: descending ? column.key : `-${column.key}`, page: 1 })}
        >
          {column.label}
          <span aria-hidden="true">{sorted ? (descending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}
