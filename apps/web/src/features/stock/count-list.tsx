import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { formatAmount } from '@atoll/domain/money/money';
import { type CountState, countStates } from '@atoll/domain/stock/count';
import { Outlet } from '@tanstack/react-router';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useCanCall } from '../../resource/use-record.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Chip, type ChipTone } from '../../ui/display/chip.tsx';

export const countsPath = '/inventory/counts';

const tones: Record<CountState, ChipTone> = {
  Draft: 'plain',
  Counting: 'open',
  Review: 'saved',
  Posted: 'good',
  Cancelled: 'plain',
};

/** Shows the state of a count by colour and word. */
export function CountChip({ status }: { readonly status: CountState }) {
  const { t } = useTranslation();
  return <Chip tone={tones[status]}>{t(`count.states.${status}`)}</Chip>;
}

/** Lists the counts of storages: planned, in progress, posted. */
export function CountsScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<StockCount>('count.list');
  const canWrite = useCanCall('count.update');
  const routes = useGridRoutes<StockCount>({ path: countsPath, idOf: (row) => row.id, canWrite });
  const columns: GridColumn<StockCount>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
    { key: 'number', label: t('stock.number'), sortable: true, strong: true, width: 155, cell: (row) => row.number },
    { key: 'storageName', sortable: true, label: t('stock.storage'), width: 100, cell: (row) => row.storageName },
    {
      key: 'scope',
      sortable: true,
      label: t('count.scope'),
      width: 120,
      cell: (row) => t(`count.scopes.${row.scope}`),
    },
    {
      key: 'status',
      label: t('stock.status'),
      sortable: true,
      width: 95,
      cell: (row) => <CountChip status={row.status} />,
      text: (row) => t(`count.states.${row.status}`),
    },
    {
      key: 'progress',
      sortable: true,
      label: t('count.counted'),
      align: 'end',
      width: 150,
      cell: (row) => t('count.progress', { done: row.countedLines, all: row.lineCount }),
    },
    {
      key: 'varianceValue',
      sortable: true,
      label: t('count.differenceValue'),
      align: 'end',
      width: 125,
      cell: (row) => (row.status === 'Posted' && row.varianceValue !== null ? formatAmount(row.varianceValue) : ''),
    },
    {
      key: 'createdAt',
      label: t('stock.created'),
      sortable: true,
      width: 190,
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
  return (
    <>
      <DataGrid
        title={t('count.many')}
        columns={columns}
        {...list}
        {...routes}
        rowName={(row) => row.number}
        filters={[
          {
            key: 'status',
            label: t('stock.status'),
            options: countStates.map((value) => ({ value, label: t(`count.states.${value}`) })),
          },
        ]}
        emptyHint={t('count.emptyHint')}
      />
      <Outlet />
    </>
  );
}
