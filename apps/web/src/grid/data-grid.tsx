import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/display/button.tsx';
import { EmptyDrawing, NoConnectionDrawing } from '../ui/display/drawings.tsx';
import { Spinner } from '../ui/display/spinner.tsx';
import type { MenuAction } from '../ui/overlay/action-menu.tsx';
import css from './data-grid.module.css';
import type { ExportEndpoint, GridColumn, GridFilter, GridSource, RowActions } from './grid.ts';
import { GridCards } from './grid-cards.tsx';
import { useGridChoice } from './grid-choice.ts';
import { GridHead } from './grid-head.tsx';
import { GridTable } from './grid-table.tsx';
import { Pagination } from './pagination.tsx';

export interface DataGridProps<Row> extends GridSource<Row> {
  readonly title: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Returns the name of a row for screen readers, as in 'Select Coral Foods'; the first strong column when absent. */
  readonly rowName?: (row: Row) => string;
  /** The row whose details are open. */
  readonly openKey?: string | undefined;
  /** Opens a row: click, or Enter. */
  readonly onOpen: (row: Row) => void;
  /** Shows 'New'. */
  readonly onNew?: (() => void) | undefined;
  /** Shows 'Row actions'. */
  readonly rowActions?: RowActions<Row> | undefined;
  readonly filters?: readonly GridFilter[] | undefined;
  /** If false, this list cannot be exported. */
  readonly exportEndpoint?: ExportEndpoint | false | undefined;
  readonly emptyHint: string;
  /** Content beside the search. */
  readonly tools?: ReactNode;
  /** Actions on the list and on the selected rows. */
  readonly listActions?: ((chosen: readonly Row[]) => readonly MenuAction[]) | undefined;
  /** For a list over another one: keeps their pages in the address apart. */
  readonly within?: string | undefined;
  /** If false, arrows and Enter do nothing (R9.10). */
  readonly keys?: boolean;
}

/**
 * Shows a list as R9 defines it: title, tools, a sheet with sticky head and 48 px rows or cards, pages. Spread the
 * result of `useGridPage` into it, and the result of `useGridRoutes` when rows have routes.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { title, columns, query, onQuery, page, loading, error, rowKey, emptyHint } = props;
  const { t } = useTranslation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const choice = useGridChoice(title, columns);
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  // A new query clears the selection: rows that cannot be seen are not exported.
  const ask: typeof onQuery = (next) => {
    setSelected(new Set());
    sheet?.scrollTo({ top: 0 });
    onQuery(next);
  };
  const chosen = page?.items.filter((row) => selected.has(rowKey(row))) ?? [];
  const isSearched = query.search !== '' || Object.values(query.filters).some((value) => value !== '');
  const inDays = props.hasTime && Boolean(query.from || query.to);
  const rows = { ...props, columns: choice.columns, onQuery: ask, selected, onSelect: setSelected, sheet };

  return (
    <section className={css.grid} aria-label={title}>
      <GridHead {...props} onQuery={ask} choice={choice} chosen={chosen} />
      <div className={css.sheet} ref={setSheet} data-view={choice.view} data-testid="sheet">
        {error ? (
          <div className={css.nothing} role="alert">
            <NoConnectionDrawing />
            <h2>{t('grid.noConnection')}</h2>
            <p>{error}</p>
            <Button look="accent" onClick={props.onRetry}>
              {t('ui.tryAgain')}
            </Button>
          </div>
        ) : page && page.items.length === 0 ? (
          <div className={css.nothing}>
            <EmptyDrawing />
            <h2>{t(isSearched ? 'grid.emptySearch' : inDays ? 'grid.emptyDays' : 'grid.empty')}</h2>
            <p>
              {isSearched ? t('grid.emptySearchHint') : inDays ? `${emptyHint} ${t('grid.emptyDaysHint')}` : emptyHint}
            </p>
            {isSearched ? (
              <Button look="accent" onClick={() => ask({ ...query, search: '', filters: {}, page: 1 })}>
                {t('grid.clearSearch')}
              </Button>
            ) : (
              props.onNew && (
                <Button look="accent" icon="plus" onClick={props.onNew}>
                  {t('grid.new')}
                </Button>
              )
            )}
          </div>
        ) : choice.view === 'card' ? (
          <GridCards {...rows} />
        ) : (
          <GridTable {...rows} />
        )}
        {loading && !error && (
          <div className={css.loading}>
            <Spinner label={t('grid.loading')} size={28} />
          </div>
        )}
      </div>
      <Pagination query={query} page={page} selected={chosen.length} onQuery={ask} within={props.within} />
    </section>
  );
}
