import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/display/button.tsx';
import { EmptyDrawing, NoConnectionDrawing } from '../ui/display/drawings.tsx';
import { Spinner } from '../ui/display/spinner.tsx';
import type { MenuAction } from '../ui/overlay/action-menu.tsx';
import css from './data-grid.module.css';
import type { ExportRoad, GridColumn, GridFilter, GridSource, RowActions } from './grid.ts';
import { GridCards } from './grid-cards.tsx';
import { useGridChoice } from './grid-choice.ts';
import { GridHead } from './grid-head.tsx';
import { GridTable } from './grid-table.tsx';
import { Pagination } from './pagination.tsx';

export interface DataGridProps<Row> extends GridSource<Row> {
  readonly title: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** What names a row to a reader: 'Select Coral Foods'; the first strong column when absent. */
  readonly rowName?: (row: Row) => string;
  /** The row whose detail is open. */
  readonly openKey?: string | undefined;
  /** Opens a row: click, or Enter. */
  readonly onOpen: (row: Row) => void;
  /** Shows 'New'. */
  readonly onNew?: (() => void) | undefined;
  /** Shows 'Row actions'. */
  readonly rowActions?: RowActions<Row> | undefined;
  readonly filters?: readonly GridFilter[] | undefined;
  /** false: nothing is exported from this list. */
  readonly exportRoad?: ExportRoad | false | undefined;
  readonly emptyHint: string;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** What may be done with the list, and with the rows that are chosen. */
  readonly listActions?: ((chosen: readonly Row[]) => readonly MenuAction[]) | undefined;
  /** Of a list that lies over another: tells their pages apart. */
  readonly within?: string | undefined;
  /** false: arrows and Enter do nothing (R9.10). */
  readonly keys?: boolean;
}

/**
 * A list to the letter of R9: title, tools, a sheet with sticky head and 48 px rows or cards, pages. Spread what
 * `useGridPage` answers into it, and what `useGridRoutes` answers when rows have routes.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { title, columns, query, onQuery, page, loading, error, rowKey, emptyHint } = props;
  const { t } = useTranslation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const choice = useGridChoice(title, columns);
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  // Who asks for other rows lets go of those that were chosen: what cannot be seen is not exported.
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
