import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import { addDays, wallClock } from '@atoll/domain/date/business-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { CallError, request } from '../api/api.ts';
import { tillNow } from '../clock/till-clock.ts';
import { sentenceText } from '../locale/sentence.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { showToast } from '../ui/overlay/toast.ts';
import { firstGridQuery, type GridPage, type GridQuery, type GridSource, queryParamsOf } from './grid.ts';

/** A list to read: a key of the contract, or an endpoint whose path has no parameters. */
export type ListEndpoint = (ContractKey & `${string}.list`) | { readonly key: string; readonly path: string };

interface GridPageOptions {
  /** The rows have a time: From and To are shown and sent; an empty From means yesterday (R9.14). */
  readonly hasTime?: boolean;
  /** The parent's id in a nested list. */
  readonly parentId?: string;
  /** The query at the start, besides `p` and `s` of the address. */
  readonly initial?: Partial<GridQuery>;
}

/** Returns page and size from `p` and `s` of the address (R9.11); a size that is not offered is ignored. */
function fromAddress(search: Readonly<Record<string, unknown>>, sizes: readonly number[]): Partial<GridQuery> {
  const [page, size] = [Number(search['p']), Number(search['s'])];
  return {
    ...(Number.isInteger(page) && page > 0 ? { page } : {}),
    ...(sizes.includes(size) ? { size } : {}),
  };
}

/**
 * Fetches the page that a grid shows, and returns it with what the grid needs to ask for another. The rows belong to
 * the open outlet.
 */
export function useGridPage<Row>(list: ListEndpoint, options: GridPageOptions = {}): GridSource<Row> {
  const { t } = useTranslation();
  const { hasTime = false, parentId, initial } = options;
  const source: { readonly key: string; readonly path: string } = typeof list === 'string' ? contract[list] : list;
  const outletId = useSession((state) => state.scope?.outletId);
  const timezone = useTimezone();
  const sizes = useApp((state) => state.pageSizes);
  const address = useRouterState({ select: (state) => state.location.search as Record<string, unknown> });
  const yesterday = useState(() => `${addDays(wallClock(tillNow(), timezone).date, -1)}T00:00`)[0];
  const [query, setQuery] = useState<GridQuery>(() => ({
    ...firstGridQuery,
    ...(hasTime ? { from: yesterday } : {}),
    ...initial,
    ...fromAddress(address, sizes),
  }));
  const search = useDeferredValue(query.search.trim());
  const asked = {
    ...queryParamsOf({ ...query, search, from: query.from || yesterday }, { timezone, hasTime }),
    ...(parentId === undefined ? {} : { id: parentId }),
  };
  const fetchPage = async (page: number, size: number): Promise<GridPage<Row>> => {
    const { answer } = await request('GET', source.path, {
      query: { ...asked, page: String(page), size: String(size) },
      inPlace: true,
    });
    return answer as GridPage<Row>;
  };
  /** Shows a page; a list that is too long for this order says so and goes back to the order by id (R35.59). */
  const showPage = () =>
    fetchPage(query.page, query.size).catch((error: unknown) => {
      if (error instanceof CallError && error.body?.reason === 'listTooLong') {
        const { message, details = '' } = error.body;
        showToast(
          [message, details]
            .filter(Boolean)
            .map((text) => sentenceText(text))
            .join('. '),
          'error',
          { id: 'sort' },
        );
        setQuery({ ...query, sort: firstGridQuery.sort });
      }
      throw error;
    });
  const found = useQuery({
    queryKey: [source.key, outletId, asked],
    placeholderData: keepPreviousData,
    queryFn: showPage,
  });
  return {
    query,
    onQuery: setQuery,
    page: found.data,
    loading: found.isFetching,
    error: found.error
      ? found.error instanceof CallError
        ? (found.error.body?.message ?? found.error.message)
        : t('grid.offline')
      : undefined,
    onRetry: () => void found.refetch(),
    hasTime,
    fetchPage,
    asked,
  };
}
