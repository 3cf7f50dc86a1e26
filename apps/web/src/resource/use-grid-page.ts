import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { firstGridQuery, type GridPage } from './data-grid.tsx';

/** The page of a list that a grid shows, and what the grid needs to ask for another. The rows are of the outlet that is open. */
export function useGridPage<Row>(list: 'bill.list' | 'shift.list') {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const [query, setQuery] = useState(firstGridQuery);
  const search = useDeferredValue(query.search.trim());
  const found = useQuery({
    queryKey: [list, outletId, { ...query, search }],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { page, size, sort } = query;
      const asked = { page: String(page), size: String(size), sort, ...(search ? { search } : {}) };
      return (await call(list, { query: asked, quiet: true })) as unknown as GridPage<Row>;
    },
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
  };
}
