import { orderFilters } from '@atoll/domain/bill/advance/order';
import type { Order } from '@atoll/domain/contract/bill/order';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { Outlet } from '@tanstack/react-router';
import { DataGrid } from '../../grid/data-grid.tsx';
import type { GridColumn } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Chip } from '../../ui/display/chip.tsx';
import { isLate, ordersPath as path, restOf } from './order-state.ts';
import { WaitingOrders } from './waiting-orders.tsx';

/** 'Orders': lists the orders of the outlet by their day, with what is paid of each. */
export function OrdersScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<Order>('order.list');
  const { onNew: _, ...routes } = useGridRoutes<Order>({ path, idOf: (row) => row.id });
  const amount = (key: 'total' | 'paid' | 'rest', of: (row: Order) => number | null): GridColumn<Order> => ({
    key,
    label: t(`order.${key}`),
    ...(key === 'total' && { sortable: true as const }),
    align: 'end',
    cell: (row) => {
      const sum = of(row);
      return sum === null ? '' : formatAmount(laari(sum));
    },
  });
  const columns: GridColumn<Order>[] = [
    {
      key: 'dueAt',
      label: t('order.due'),
      sortable: true,
      width: 184,
      cell: (row) => dayAndTime(row.dueAt, timezone),
    },
    { key: 'number', label: t('order.number'), sortable: true, strong: true, width: 160, cell: (row) => row.number },
    { key: 'name', label: t('order.customer'), sortable: true, cell: (row) => row.name },
    amount('total', (row) => row.total),
    amount('paid', (row) => row.paid),
    amount('rest', restOf),
    {
      key: 'status',
      label: t('order.status'),
      sortable: true,
      width: 120,
      cell: (row) =>
        isLate(row, timezone) ? <Chip tone="late">{t('order.overdue')}</Chip> : t(`order.statuses.${row.status}`),
    },
  ];
  return (
    <>
      <DataGrid
        title={t('order.orders')}
        above={<WaitingOrders />}
        columns={columns}
        {...list}
        {...routes}
        rowActions={undefined}
        rowName={(row) => row.number}
        filters={[
          {
            key: 'status',
            label: t('order.status'),
            options: orderFilters.map((value) => ({
              value,
              label: value === 'Overdue' ? t('order.overdue') : t(`order.statuses.${value}`),
            })),
          },
        ]}
        emptyHint={t('order.emptyHint')}
      />
      <Outlet />
    </>
  );
}
