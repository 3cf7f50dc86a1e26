import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import { type RequestState, requestPurposes, requestStates } from '@atoll/domain/stock/request';
import { Outlet } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { DataGrid } from '../../grid/data-grid.tsx';
import { dayWidth, type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime, shortDay } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Chip, type ChipTone } from '../../ui/display/chip.tsx';

export const requestsPath = '/inventory/requests';

const tones: Partial<Record<RequestState, ChipTone>> = {
  Submitted: 'open',
  Approved: 'saved',
  PartiallyApproved: 'saved',
  Rejected: 'late',
  Ordered: 'printed',
  Issued: 'printed',
  InTransit: 'printed',
  PartiallyReceived: 'saved',
  Received: 'good',
  Closed: 'good',
};

/** Shows the state of a request by colour and word. */
export function RequestChip({ status }: { readonly status: RequestState }) {
  const { t } = useTranslation();
  return <Chip tone={tones[status] ?? 'plain'}>{t(`request.states.${status}`)}</Chip>;
}

/** Returns the columns of stock requests. */
function columnsOf(t: TFunction, timezone: string): GridColumn<StockRequest>[] {
  return [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'number', label: t('stock.number'), sortable: true, strong: true, width: 165, cell: (row) => row.number },
    {
      key: 'purpose',
      sortable: true,
      label: t('request.purpose'),
      width: 95,
      cell: (row) => t(`request.purposes.${row.purpose}`),
    },
    {
      key: 'fromStorageName',
      sortable: true,
      label: t('request.from'),
      width: 110,
      cell: (row) => row.fromStorageName,
    },
    { key: 'toStorageName', sortable: true, label: t('request.to'), width: 105, cell: (row) => row.toStorageName },
    {
      key: 'lines',
      label: t('stock.items'),
      width: 160,
      cell: (row) => row.lines.map((line) => line.itemName).join(', '),
    },
    {
      key: 'priority',
      label: t('request.priority'),
      sortable: true,
      width: 85,
      cell: (row) => t(`request.priorities.${row.priority}`),
    },
    {
      key: 'status',
      label: t('stock.status'),
      sortable: true,
      width: 120,
      cell: (row) => <RequestChip status={row.status} />,
      text: (row) => t(`request.states.${row.status}`),
    },
    {
      key: 'neededBy',
      label: t('request.neededBy'),
      sortable: true,
      width: dayWidth,
      cell: (row) => (row.neededBy ? shortDay(row.neededBy, true) : ''),
    },
    {
      key: 'createdAt',
      label: t('stock.created'),
      sortable: true,
      width: 180,
      isExtra: true,
      cell: (row) => dayAndTime(row.createdAt, timezone),
    },
    {
      key: 'createdByName',
      sortable: true,
      label: t('stock.createdBy'),
      isExtra: true,
      cell: (row) => row.createdByName,
    },
  ];
}

/** Lists requests: of the kitchen to the store, and of the store to its vendors. */
export function RequestsScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<StockRequest>('request.list');
  const routes = useGridRoutes<StockRequest>({ path: requestsPath, idOf: (row) => row.id });
  return (
    <>
      <DataGrid
        title={t('request.many')}
        columns={columnsOf(t, timezone)}
        {...list}
        {...routes}
        rowName={(row) => row.number}
        filters={[
          {
            key: 'status',
            label: t('stock.status'),
            options: requestStates.map((value) => ({ value, label: t(`request.states.${value}`) })),
          },
          {
            key: 'purpose',
            label: t('request.purpose'),
            options: requestPurposes.map((value) => ({ value, label: t(`request.purposes.${value}`) })),
          },
        ]}
        emptyHint={t('request.emptyHint')}
      />
      <Outlet />
    </>
  );
}
