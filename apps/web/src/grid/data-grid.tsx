import { useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { Button } from '../ui/display/button.tsx';
import { EmptyDrawing, NoConnectionDrawing } from '../ui/display/drawings.tsx';
import { Spinner } from '../ui/display/spinner.tsx';
import { useToastsBelow } from '../ui/hook/toasts-below.ts';
import css from './data-grid.module.css';
import { GridCards } from './grid-cards.tsx';
import { useGridChoice } from './grid-choice.ts';
import { GridHead } from './grid-head.tsx';
import type { DataGridProps } from './grid-props.ts';
import { GridTable } from './grid-table.tsx';
import { Pagination } from './pagination.tsx';
import { useColumnSizes } from './use-column-sizes.ts';

/**
 * Shows a list as R9 defines it: title, tools, a sheet with sticky head and 48 px rows or cards, pages. Spread the
 * result of `useGridPage` into it, and the result of `useGridRoutes` when rows have routes.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { title, columns, query, onQuery, page, loading, error, rowKey, empty, emptyHint } = props;
  const { t } = useTranslation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const choice = useGridChoice(title, columns);
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  useToastsBelow(sheet);
  // A new query clears the selection: rows that cannot be seen are not exported.
  const ask: typeof onQuery = (next) => {
    setSelected(new Set());
    sheet?.scrollTo({ top: 0 });
    onQuery(next);
  };
  const chosen = page?.items.filter((row) => selected.has(rowKey(row))) ?? [];
  const isSearched = query.search !== '' || Object.values(query.filters).some((value) => value !== '');
  const inDays = props.hasTime && Boolean(query.from || query.to);
  const sizes = useColumnSizes(sheet, choice.columns, page?.items, props.rowActions !== undefined);
  const isSideways = choice.view === 'table' && sizes.isWide && !error && page?.items.length !== 0;
  const rows = { ...props, columns: choice.columns, onQuery: ask, selected, onSelect: setSelected, sheet, sizes };

  return (
    <section className={css.grid} aria-label={title}>
      <div>
        <GridHead {...props} onQuery={ask} choice={choice} chosen={chosen} />
        {props.above}
      </div>
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
            <h2>{isSearched ? t('grid.emptySearch') : inDays ? t('grid.emptyDays') : (empty ?? t('grid.empty'))}</h2>
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
      <Pagination {...{ query, page, isSideways }} selected={chosen.length} onQuery={ask} within={props.within} />
    </section>
  );
}
