import { pageWindow } from '@atoll/domain/grid/page-window';
import { useTranslation } from '../locale/use-translation.ts';
import { useApp } from '../sync/app-store.ts';
import type { GridPage, GridQuery } from './grid.ts';
import css from './pagination.module.css';

interface PaginationProps {
  readonly query: GridQuery;
  readonly page: GridPage<unknown> | undefined;
  /** Number of selected rows. */
  readonly selected: number;
  /** The table is wider than its place. */
  readonly isSideways: boolean;
  readonly onQuery: (query: GridQuery) => void;
  readonly within?: string | undefined;
}

/** Shows the range and count of rows, the page size, and first, previous, up to five numbers, next, last. */
export function Pagination({ query, page, selected, isSideways, onQuery, within }: PaginationProps) {
  const { t } = useTranslation();
  const sizes = useApp((state) => state.pageSizes);
  const last = Math.max(1, page?.totalPages ?? 1);
  const go = (to: number) => onQuery({ ...query, page: to });
  const jump = (key: 'first' | 'previous' | 'next' | 'last', to: number, disabled: boolean) => (
    <button key={key} type="button" disabled={disabled} onClick={() => go(to)}>
      {t(`grid.${key}`)}
    </button>
  );
  return (
    <footer className={css.foot}>
      <span>{page ? t('grid.showing', { shown: page.items.length, count: countOf(page) }) : t('ui.loading')}</span>
      {selected > 0 && <span className={css.selected}>{t('grid.selected', { count: selected })}</span>}
      {isSideways && <span>{t('grid.sideways')}</span>}
      <nav className={css.pages} aria-label={within ? `${t('grid.pagination')}, ${within}` : t('grid.pagination')}>
        {jump('first', 1, query.page <= 1)}
        {jump('previous', query.page - 1, query.page <= 1)}
        {pageWindow(query.page, last).map((n) => (
          <button key={n} type="button" aria-current={n === query.page ? 'page' : undefined} onClick={() => go(n)}>
            {n}
          </button>
        ))}
        {jump('next', query.page + 1, query.page >= last)}
        {jump('last', last, query.page >= last)}
      </nav>
      <select
        className={css.size}
        aria-label={t('grid.pageSize')}
        value={query.size}
        onChange={(event) => onQuery({ ...query, size: Number(event.currentTarget.value), page: 1 })}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t('grid.show', { size })}
          </option>
        ))}
      </select>
    </footer>
  );
}

/** Returns the count as text; '10,000+' where the server stopped counting. */
function countOf(page: GridPage<unknown> | undefined): string {
  const count = (page?.count ?? 0).toLocaleString('en');
  return page?.isCountExact === false ? `${(page.count - 1).toLocaleString('en')}+` : count;
}
