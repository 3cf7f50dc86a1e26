import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount } from '@atoll/domain/money/money';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../../api/api.ts';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { StateChip, shownState } from '../../bill/state-chip.tsx';
import { DataGrid } from '../../grid/data-grid.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { NotLoaded } from '../../record/not-loaded.tsx';
import { useTimezone } from '../../sync/outlet-time.ts';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { Modal, openDelayMs } from '../../ui/overlay/overlay.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import css from './customer-bills.module.css';

/** Shows the bills of a customer in a modal; a bill opens over it (R2.16). */
export function CustomerBills() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id = '', billId } = useParams({ strict: false }) as { id?: string; billId?: string };
  const close = useReturn(`/customers/view/${id}`);
  const timezone = useTimezone();
  const list = useGridPage<Bill>('bill.list', { parentId: id });
  const columns: GridColumn<Bill>[] = [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (bill) => bill.id },
    {
      key: 'number',
      sortable: true,
      label: t('history.number'),
      strong: true,
      width: 80,
      cell: (bill) => bill.number ?? '',
    },
    {
      key: 'slot',
      sortable: true,
      label: t('history.slot'),
      width: 110,
      cell: (bill) => slotName(t, bill.type, bill.slot),
    },
    {
      key: 'status',
      sortable: true,
      label: t('history.status'),
      width: 140,
      cell: (bill) => <StateChip bill={bill} />,
      text: (bill) => t(`bill.states.${shownState(bill)}`),
    },
    {
      key: 'createdAt',
      sortable: true,
      label: t('history.opened'),
      width: 184,
      cell: (bill) => dayAndTime(bill.createdAt, timezone),
    },
    {
      key: 'total',
      sortable: true,
      label: t('bill.total'),
      align: 'end',
      strong: true,
      cell: (bill) => formatAmount(bill.total),
    },
  ];
  return (
    <Modal title={t('customer.bills')} size="l" onClose={close} delayMs={openDelayMs}>
      <div className={css.bills}>
        <DataGrid
          title={t('customer.bills')}
          within={t('customer.bills')}
          columns={columns}
          {...list}
          rowKey={(bill) => String(bill.id)}
          openKey={billId}
          onOpen={(bill) =>
            void navigate({ to: '/customers/$id/bills/view/$billId', params: { id, billId: String(bill.id) } })
          }
          emptyHint={t('customer.noBills')}
        />
      </div>
      <Outlet />
    </Modal>
  );
}

/** Shows one bill of a customer over the list of them. */
export function ViewCustomerBill() {
  const { t } = useTranslation();
  const { id = '', billId = '' } = useParams({ strict: false }) as { id?: string; billId?: string };
  const close = useReturn(`/customers/${id}/bills`);
  const found = useQuery({
    queryKey: ['bill', billId],
    queryFn: async () => (await call('bill.find', { params: { id: billId }, inPlace: true })) as unknown as Bill,
    retry: false,
  });
  const bill = found.data;
  return (
    <Modal title={t('history.viewBill')} onClose={close} delayMs={openDelayMs}>
      {bill ? (
        <div className={css.bill}>
          <p className={css.title}>
            {slotName(t, bill.type, bill.slot)} <StateChip bill={bill} />
          </p>
          <BillSummary bill={bill} />
          <BillTotals bill={bill} />
        </div>
      ) : found.isError ? (
        <NotLoaded found={found} />
      ) : (
        <SkeletonRows label={t('ui.loading')} />
      )}
    </Modal>
  );
}
