import type { Shift } from '@atoll/domain/contract/bill/shift';
import { formatAmount } from '@atoll/domain/money/money';
import { Outlet } from '@tanstack/react-router';
import { DataGrid } from '../../../grid/data-grid.tsx';
import { dayWidth, type GridColumn, idWidth } from '../../../grid/grid.ts';
import { useGridRoutes } from '../../../grid/grid-routes.ts';
import { useGridPage } from '../../../grid/use-grid-page.ts';
import { dayAndTime, shortDay } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useTimezone } from '../../../sync/outlet-time.ts';

/**
 * Shows the screen Shift History: a list of the outlet's shifts. One shift opens in a drawer over the list, which stays mounted (R2.14).
 */
export function ShiftHistoryScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<Shift>('shift.list', { hasTime: true });
  const routes = useGridRoutes<Shift>({ path: '/billing/shifts', idOf: (shift) => String(shift.id), canWrite: false });
  const columns: GridColumn<Shift>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (shift) => shift.id },
    {
      key: 'number',
      sortable: true,
      label: t('shifts.number'),
      strong: true,
      width: 75,
      cell: (shift) => shift.number,
    },
    {
      key: 'date',
      sortable: true,
      label: t('shifts.date'),
      width: dayWidth,
      cell: (shift) => shortDay(shift.date, true),
    },
    {
      key: 'createdAt',
      sortable: true,
      label: t('shifts.started'),
      width: 180,
      cell: (shift) => dayAndTime(shift.createdAt, timezone),
    },
    {
      key: 'closedAt',
      sortable: true,
      label: t('shifts.ended'),
      width: 180,
      cell: (shift) => (shift.closedAt ? dayAndTime(shift.closedAt, timezone) : ''),
    },
    {
      key: 'createdByName',
      sortable: true,
      label: t('shifts.owner'),
      width: 140,
      cell: (shift) => shift.createdByName,
    },
    {
      key: 'status',
      sortable: true,
      label: t('shifts.status'),
      width: 100,
      cell: (shift) => t(shift.isOpen ? 'shift.open' : 'shift.closed'),
    },
    {
      key: 'openingBalance',
      sortable: true,
      label: t('shifts.opening'),
      align: 'end',
      isExtra: true,
      cell: (shift) => formatAmount(shift.openingBalance),
    },
    {
      key: 'total',
      sortable: true,
      label: t('shift.total'),
      align: 'end',
      strong: true,
      cell: (shift) => (shift.totals ? formatAmount(shift.totals.total) : ''),
    },
  ];
  return (
    <>
      <DataGrid title={t('shifts.title')} columns={columns} {...list} {...routes} emptyHint={t('shifts.emptyHint')} />
      <Outlet />
    </>
  );
}
