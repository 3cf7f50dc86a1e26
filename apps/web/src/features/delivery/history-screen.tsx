import type { Bill } from '@atoll/domain/bill/bill';
import { deliveryStatuses } from '@atoll/domain/bill/bill-delivery';
import { formatAmount } from '@atoll/domain/money/money';
import { Outlet } from '@tanstack/react-router';
import { DeliveryChip } from '../../delivery/delivery-chip.tsx';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';

/** Delivery History: lists finished orders, and others on request. View, edit and cancel open over the list (R2.15). */
export function DeliveryHistoryScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<Bill>('delivery.list', { hasTime: true, initial: { filters: { status: 'Ended' } } });
  const routes = useGridRoutes<Bill>({ path: '/delivery/history', idOf: (bill) => String(bill.id) });
  const columns: GridColumn<Bill>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (bill) => bill.id },
    { key: 'number', label: t('delivery.number'), strong: true, sortable: true, cell: (bill) => bill.number ?? '' },
    {
      key: 'deliveryStatus',
      sortable: true,
      label: t('delivery.status'),
      cell: (bill) => bill.deliveryStatus && <DeliveryChip status={bill.deliveryStatus} />,
      text: (bill) => bill.deliveryStatus,
    },
    { key: 'type', sortable: true, label: t('delivery.kind'), cell: (bill) => t(`bill.types.${bill.type}`) },
    {
      key: 'name',
      sortable: true,
      label: t('delivery.name'),
      cell: (bill) => bill.delivery?.name || (bill.customer?.name ?? ''),
    },
    {
      key: 'address',
      sortable: true,
      label: t('delivery.address'),
      width: 220,
      cell: (bill) => bill.delivery?.address ?? '',
    },
    { key: 'rider', sortable: true, label: t('delivery.rider'), cell: (bill) => bill.delivery?.riderName ?? '' },
    {
      key: 'createdAt',
      label: t('delivery.ordered'),
      sortable: true,
      cell: (bill) => dayAndTime(bill.createdAt, timezone),
    },
    {
      key: 'total',
      label: t('bill.total'),
      align: 'end',
      strong: true,
      sortable: true,
      cell: (bill) => formatAmount(bill.total),
    },
  ];
  return (
    <>
      <DataGrid
        title={t('delivery.history')}
        columns={columns}
        {...list}
        {...routes}
        onNew={undefined}
        filters={[
          {
            key: 'status',
            label: t('delivery.status'),
            options: [
              { value: 'Ended', label: t('delivery.statusAny.Ended') },
              { value: 'Active', label: t('delivery.statusAny.Active') },
              ...deliveryStatuses.map((value) => ({ value, label: t(`delivery.statuses.${value}`) })),
            ],
          },
        ]}
        emptyHint={t('delivery.historyEmpty')}
      />
      <Outlet />
    </>
  );
}
