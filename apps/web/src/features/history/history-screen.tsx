import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../business/state-chip.tsx';
import { CallError, call } from '../../lib/api.ts';
import { useApp } from '../../lib/app-store.ts';
import { useSession } from '../../lib/session.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { DataGrid, firstGridQuery, type GridColumn, type GridPage } from '../../resource/data-grid.tsx';

/** Billing History: every bill of the outlet; the drawer of one lies over the mounted list. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const outletId = useSession((state) => state.scope?.outletId);
  const timezone = useApp((state) => state.outlet?.timezone) ?? 'Indian/Maldives';
  const { id } = useParams({ strict: false }) as { id?: string };
  const [query, setQuery] = useState(firstGridQuery);
  const search = useDeferredValue(query.search);
  const bills = useQuery({
    queryKey: ['bills', outletId, { ...query, search }],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await call('bill.list', {
        query: { page: String(query.page), size: String(query.size), sort: query.sort, ...(search ? { search } : {}) },
        quiet: true,
      })) as unknown as GridPage<Bill>,
  });
  const columns: GridColumn<Bill>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, cell: (bill) => bill.id },
    { key: 'number', label: t('history.number'), strong: true, cell: (bill) => bill.number ?? '' },
    { key: 'slot', label: t('history.slot'), cell: (bill) => `${t(`bill.types.${bill.type}`)} ${bill.slot}` },
    { key: 'status', label: t('history.status'), cell: (bill) => <StateChip bill={bill} /> },
    { key: 'invoiceNumber', label: t('history.invoice'), cell: (bill) => bill.invoiceNumber ?? '' },
    {
      key: 'createdAt',
      label: t('history.opened'),
      sortable: true,
      cell: (bill) => dayAndTime(bill.createdAt, timezone),
    },
    { key: 'createdByName', label: t('history.by'), cell: (bill) => bill.createdByName },
    {
      key: 'total',
      label: t('bill.total'),
      align: 'end',
      strong: true,
      sortable: true,
      cell: (bill) => formatAmount(laari(bill.total)),
    },
  ];
  return (
    <>
      <DataGrid
        title={t('history.title')}
        columns={columns}
        query={query}
        onQuery={setQuery}
        page={bills.data}
        loading={bills.isFetching}
        error={bills.error ? errorWords(bills.error, t('grid.offline')) : undefined}
        rowKey={(bill) => String(bill.id)}
        openKey={id}
        onOpen={(bill) => void navigate({ to: '/billing/history/view/$id', params: { id: String(bill.id) } })}
        onRetry={() => void bills.refetch()}
        emptyHint={t('history.emptyHint')}
      />
      <Outlet />
    </>
  );
}

/** The words of a failed load. */
function errorWords(error: unknown, offline: string): string {
  return error instanceof CallError ? (error.body?.message ?? error.message) : offline;
}
