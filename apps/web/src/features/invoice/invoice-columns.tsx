import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { formatAmount } from '@atoll/domain/money/money';
import { invoiceStates, receivingStates } from '@atoll/domain/stock/purchase';
import type { TFunction } from 'i18next';
import { recordsOf } from '../../form/choices.ts';
import { dayWidth, type GridColumn, type GridFilter, idWidth } from '../../grid/grid.ts';
import { shortDay } from '../../locale/instant.ts';
import { InvoiceChip, PaymentChip, ReceivingChip } from './invoice-chips.tsx';

/** Returns the columns of the list of purchase invoices. */
export const invoiceColumns = (t: TFunction): GridColumn<PurchaseInvoice>[] => [
  { key: 'id', label: t('grid.id'), sortable: true, width: idWidth, cell: (row) => row.id },
  { key: 'number', label: t('stock.number'), sortable: true, strong: true, width: 170, cell: (row) => row.number },
  { key: 'vendorName', label: t('invoice.vendor'), sortable: true, width: 165, cell: (row) => row.vendorName },
  {
    key: 'vendorInvoiceNo',
    label: t('invoice.vendorNo'),
    sortable: true,
    width: 110,
    isExtra: true,
    cell: (row) => row.vendorInvoiceNo,
  },
  {
    key: 'total',
    label: t('invoice.total'),
    align: 'end',
    strong: true,
    sortable: true,
    width: 105,
    cell: (row) => `${row.currency === 'MVR' ? '' : `${row.currency} `}${formatAmount(row.total)}`,
  },
  {
    key: 'invoiceDate',
    label: t('invoice.date'),
    sortable: true,
    width: dayWidth,
    cell: (row) => shortDay(row.invoiceDate, true),
  },
  {
    key: 'dueDate',
    label: t('invoice.due'),
    sortable: true,
    width: dayWidth,
    isExtra: true,
    cell: (row) => shortDay(row.dueDate, true),
  },
  {
    key: 'status',
    label: t('stock.status'),
    sortable: true,
    width: 95,
    cell: (row) => <InvoiceChip status={row.status} />,
    text: (row) => t(`invoice.states.${row.status}`),
  },
  {
    key: 'receiving',
    sortable: true,
    label: t('invoice.receiving'),
    width: 128,
    cell: (row) => <ReceivingChip state={row.receiving} />,
    text: (row) => t(`invoice.receivings.${row.receiving}`),
  },
  {
    key: 'paymentState',
    sortable: true,
    label: t('invoice.payment'),
    width: 118,
    cell: (row) => (row.status === 'Posted' ? <PaymentChip state={row.paymentState} /> : ''),
    text: (row) => t(`invoice.paymentStates.${row.paymentState}`),
  },
  { key: 'storageName', sortable: true, label: t('invoice.storage'), isExtra: true, cell: (row) => row.storageName },
  { key: 'note', sortable: true, label: t('invoice.note'), isExtra: true, cell: (row) => row.note },
];

/** Returns the filters of the list of purchase invoices. */
export const invoiceFilters = (t: TFunction): GridFilter[] => [
  {
    key: 'status',
    label: t('stock.status'),
    options: invoiceStates.map((value) => ({ value, label: t(`invoice.states.${value}`) })),
  },
  {
    key: 'receiving',
    label: t('invoice.receiving'),
    options: receivingStates.map((value) => ({ value, label: t(`invoice.receivings.${value}`) })),
  },
  { key: 'vendorId', label: t('invoice.vendor'), load: recordsOf('vendor') },
];
