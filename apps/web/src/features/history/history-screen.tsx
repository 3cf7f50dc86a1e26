import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount } from '@atoll/domain/money/money';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../business/state-chip.tsx';
import { useApp } from '../../lib/app-store.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { DataGrid } from '../../resource/data-grid.tsx';
import type { GridColumn, RowActions } from '../../resource/grid.ts';
import { useGridRoutes } from '../../resource/grid-routes.ts';
import { useGridPage } from '../../resource/use-grid-page.ts';

/** Billing History: every bill of the outlet; the drawer of one lies over the mounted list. */
export function HistoryScreen() {
  const { t } = useTranslation();
  const timezone = useApp((state) => state.outlet?.timezone) ?? 'Indian/Maldives';
  const list = useGridPage<Bill>('bill.list', { hasTime: true });
  const navigate = useNavigate();
  const go = (what: 'settle' | 'edit' | 'void', bill: Bill) =>
    void navigate({ to: `/billing/history/${what}/$id`, params: { id: String(bill.id) } });
  const more: RowActions<Bill> = (bill) =>
    bill.isOpen
      ? [
          { label: t('service.settle'), icon: 'check', onSelect: () => go('settle', bill) },
          { label: t('service.edit'), icon: 'note', onSelect: () => go('edit', bill) },
          { label: t('service.voidBill'), icon: 'trash', danger: true, onSelect: () => go('void', bill) },
        ]
      : [];
  const routes = useGridRoutes<Bill>({
    path: '/billing/history',
    idOf: (bill) => String(bill.id),
    canWrite: false,
    more,
  });
  const columns: GridColumn<Bill>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: 90, cell: (bill) => bill.id },
    { key: 'number', label: t('history.number'), strong: true, width: 90, cell: (bill) => bill.number ?? '' },
    {
      key: 'slot',
      label: t('history.slot'),
      width: 120,
      cell: (bill) => `${t(`bill.types.${bill.type}`)} ${bill.slot}`,
    },
    {
      key: 'status',
      label: t('history.status'),
      width: 130,
      cell: (bill) => <StateChip bill={bill} />,
      text: (bill) => t(`bill.states.${bill.isVoid ? 'Void' : (bill.status ?? 'Free')}`),
    },
    { key: 'invoiceNumber', label: t('history.invoice'), width: 170, cell: (bill) => bill.invoiceNumber ?? '' },
    {
      key: 'createdAt',
      label: t('history.opened'),
      width: 175,
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
      cell: (bill) => formatAmount(bill.total),
    },
  ];
  return (
    <>
      <DataGrid title={t('history.title')} columns={columns} {...list} {...routes} emptyHint={t('history.emptyHint')} />
      <Outlet />
    </>
  );
}
