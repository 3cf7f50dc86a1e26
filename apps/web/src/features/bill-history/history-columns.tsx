import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { formatAmount } from '@atoll/domain/money/money';
import type { TFunction } from 'i18next';
import { checkName } from '../../bill/check-name.ts';
import { StateChip, shownState } from '../../bill/state-chip.tsx';
import { type GridColumn, idWidth } from '../../grid/grid.ts';
import { dayAndTime } from '../../locale/instant.ts';

/** Returns the columns of Billing History: what people look for first, then the rest, which a small screen shows by scrolling. */
export function historyColumns(t: TFunction, timezone: string): GridColumn<Bill>[] {
  return [
    { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (bill) => bill.id },
    {
      key: 'number',
      sortable: true,
      label: t('history.number'),
      strong: true,
      width: 70,
      cell: (bill) => bill.number ?? '',
    },
    {
      key: 'slot',
      sortable: true,
      label: t('history.slot'),
      width: 150,
      cell: (bill) => checkName(t, bill),
    },
    {
      key: 'status',
      sortable: true,
      label: t('history.status'),
      width: 100,
      cell: (bill) => <StateChip bill={bill} />,
      text: (bill) => t(`bill.states.${shownState(bill)}`),
    },
    {
      key: 'total',
      label: t('bill.total'),
      align: 'end',
      strong: true,
      sortable: true,
      cell: (bill) => formatAmount(bill.total),
    },
    {
      key: 'invoiceNumber',
      sortable: true,
      label: t('history.invoice'),
      width: 240,
      cell: (bill) => bill.invoiceNumber ?? '',
    },
    {
      key: 'createdAt',
      label: t('history.opened'),
      width: 190,
      sortable: true,
      cell: (bill) => dayAndTime(bill.createdAt, timezone),
    },
    { key: 'createdByName', sortable: true, label: t('history.by'), width: 120, cell: (bill) => waiterOf(bill).name },
  ];
}
