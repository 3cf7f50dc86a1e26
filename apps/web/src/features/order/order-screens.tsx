import { isOverdue, orderStatuses } from '@atoll/domain/bill/advance/order';
import type { Order, OrderDetails } from '@atoll/domain/contract/bill/order';
import { addDays, wallClock } from '@atoll/domain/date/business-day';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { Outlet, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { DataGrid } from '../../grid/data-grid.tsx';
import type { GridColumn } from '../../grid/grid.ts';
import { useGridRoutes } from '../../grid/grid-routes.ts';
import { useGridPage } from '../../grid/use-grid-page.ts';
import { dayAndTime, recordDate } from '../../locale/instant.ts';
import { FactList } from '../../record/fact-list.tsx';
import { FoundPanel, useFound } from '../../record/found-panel.tsx';
import parts from '../../record/record-parts.module.css';
import { useCanCall } from '../../resource/use-record.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { useReturn } from '../../ui/overlay/return.ts';
import { type OrderStep, OrderSteps } from './order-steps.tsx';

const path = '/wallets/orders';

/** Returns whether an order is late by the till's clock. */
function isLate(order: Order, timezone: string): boolean {
  const now = tillNow();
  return isOverdue(order, { now, yesterday: addDays(wallClock(now, timezone).date, -1) });
}

/** 'Orders': lists the orders of the outlet by their day, with what is paid of each. */
export function OrdersScreen() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const list = useGridPage<Order>('order.list');
  const { onNew: _, ...routes } = useGridRoutes<Order>({ path, idOf: (row) => row.id });
  const amount = (key: 'total' | 'paid' | 'rest', of: (row: Order) => number): GridColumn<Order> => ({
    key,
    label: t(`order.${key}`),
    ...(key === 'total' && { sortable: true as const }),
    align: 'end',
    cell: (row) => formatAmount(laari(of(row))),
  });
  const columns: GridColumn<Order>[] = [
    {
      key: 'dueAt',
      label: t('order.due'),
      sortable: true,
      width: 184,
      cell: (row) => dayAndTime(row.dueAt, timezone),
    },
    { key: 'number', label: t('order.number'), sortable: true, strong: true, width: 130, cell: (row) => row.number },
    { key: 'name', label: t('order.customer'), sortable: true, cell: (row) => row.name },
    amount('total', (row) => row.total),
    amount('paid', (row) => row.paid),
    amount('rest', (row) => row.total - row.paid),
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
        columns={columns}
        {...list}
        {...routes}
        rowActions={undefined}
        rowName={(row) => row.number}
        filters={[
          {
            key: 'status',
            label: t('order.status'),
            options: orderStatuses.map((value) => ({ value, label: t(`order.statuses.${value}`) })),
          },
        ]}
        emptyHint={t('order.emptyHint')}
      />
      <Outlet />
    </>
  );
}

/** Shows an order with its items and what was paid of it. An open one takes payments, is opened as a bill, or is cancelled. */
export function ViewOrder() {
  const { t } = useTranslation();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const close = useReturn(path);
  const mayCancel = useCanCall('order.cancel');
  const mayPay = useCanCall('order.pay');
  const mayOpen = useCanCall('order.open');
  const [step, setStep] = useState<OrderStep>();
  const found = useFound('order.find', id, () => call('order.find', { params: { id }, inPlace: true }));
  return (
    <FoundPanel
      found={found}
      title={t('order.order')}
      onClose={close}
      footer={(order) =>
        order.status === 'Open' && (
          <>
            {mayCancel && (
              <Button look="dangerSoft" onClick={() => setStep('cancel')}>
                {t('order.cancel')}
              </Button>
            )}
            {mayPay && order.paid < order.total && <Button onClick={() => setStep('pay')}>{t('order.pay')}</Button>}
            {mayOpen && (
              <Button look="accent" onClick={() => setStep('open')}>
                {t('order.open')}
              </Button>
            )}
          </>
        )
      }
    >
      {(order) => (
        <>
          <Facts order={order} />
          {step && <OrderSteps {...{ order, step }} onClose={() => setStep(undefined)} />}
        </>
      )}
    </FoundPanel>
  );
}

function Facts({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const money = (sum: number) => formatMoney(laari(sum));
  return (
    <div className={parts.stack}>
      <FactList
        isGrid
        facts={[
          [t('order.number'), order.number],
          [t('order.kind'), t(`order.kinds.${order.kind}`)],
          [t('order.status'), isLate(order, timezone) ? t('order.overdue') : t(`order.statuses.${order.status}`)],
          [t('order.tax'), t(`order.taxes.${order.tax}`)],
          [t('order.customer'), order.name],
          [t('order.phone'), order.phone],
          [t('order.due'), dayAndTime(order.dueAt, timezone)],
          [t('order.total'), money(order.total)],
          [t('order.paid'), money(order.paid)],
          [t('order.rest'), money(order.total - order.paid)],
        ]}
      />
      <FactList
        facts={[
          ...order.lines.map(
            ({ name, size, qty, amount }) => [`${qty} ${name} ${size}`.trim(), money(amount)] as const,
          ),
          ...order.advances.map(
            ({ invoiceNumber, at, amount }) =>
              [`${invoiceNumber} · ${dayAndTime(at, timezone)}`, money(-amount)] as const,
          ),
          ...order.plan.map(
            ({ date, amount }) => [t('order.dueOn', { date: recordDate(date) }), money(amount)] as const,
          ),
        ]}
      />
    </div>
  );
}
