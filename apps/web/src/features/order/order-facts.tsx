import { planStates } from '@atoll/domain/bill/advance/order';
import type { OrderDetails } from '@atoll/domain/contract/bill/order';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { quantityText } from '@atoll/domain/money/quantity';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { dayAndTime, recordDate } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { FactList } from '../../record/fact-list.tsx';
import parts from '../../record/record-parts.module.css';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Chip, type ChipTone } from '../../ui/display/chip.tsx';
import { Whole } from '../../ui/display/whole.tsx';
import css from './order-facts.module.css';
import { isLate, restOf, yesterdayIn } from './order-state.ts';

const tones: Readonly<Record<OrderDetails['status'], ChipTone>> = {
  Open: 'open',
  Collected: 'good',
  Cancelled: 'plain',
};

/** Shows what an order is, its items, what was paid of it with the papers, and its plan. A collected or cancelled one has no rest; one that `isWaiting` is not sent yet. */
export function OrderFacts({
  order,
  isWaiting = false,
}: {
  readonly order: OrderDetails;
  readonly isWaiting?: boolean;
}) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const late = isLate(order, timezone);
  // The lines are before GST where it comes on top, and before what counts for the whole order.
  const extra = order.total - order.lines.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div className={parts.stack}>
      <p className={parts.top}>
        {isWaiting ? (
          <Chip tone="saved">{t('order.waiting')}</Chip>
        ) : (
          <Chip tone={late ? 'late' : tones[order.status]}>
            {late ? t('order.overdue') : t(`order.statuses.${order.status}`)}
          </Chip>
        )}
        <span>{t(`order.kinds.${order.kind}`)}</span>
      </p>
      <FactList
        isGrid
        facts={[
          [t('order.due'), dayAndTime(order.dueAt, timezone)],
          [t('order.customer'), order.name],
          [t('order.phone'), order.phone],
          [t('order.tax'), t(`order.taxes.${order.tax}`)],
          [t('order.deviceNumber'), order.deviceNumber ?? ''],
        ]}
      />
      <Rows
        title={t('order.items')}
        rows={order.lines.map(({ name, size, qty, amount }, index) => ({
          key: `${index} ${name}`,
          what: `${quantityText(qty)} × ${[name, size].filter(Boolean).join(' ')}`,
          amount,
        }))}
        sums={[
          ...(extra === 0 ? [] : [{ key: 'extra', what: t('order.extra'), amount: extra }]),
          { key: 'total', what: t('order.total'), amount: order.total },
        ]}
      />
      <Papers order={order} />
      <Plan order={order} />
    </div>
  );
}

/** Shows what was paid, with a link to each paper, and what is left. */
function Papers({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const rest = restOf(order);
  const papers = order.advances.map(({ key, billId, invoiceNumber, at, amount }) => ({
    key,
    what: <Paper billId={billId}>{invoiceNumber}</Paper>,
    more: dayAndTime(at, timezone),
    amount,
  }));
  const last = order.billId && {
    key: 'bill',
    what: <Paper billId={order.billId}>{t('order.bill')}</Paper>,
    amount: null,
  };
  return (
    <Rows
      title={t('order.papers')}
      rows={[...papers, ...(last ? [last] : [])]}
      sums={[
        { key: 'paid', what: t('order.paid'), amount: order.paid },
        ...(rest === null ? [] : [{ key: 'rest', what: t('order.rest'), amount: rest }]),
      ]}
    />
  );
}

function Paper({ billId, children }: { readonly billId: number; readonly children: string }) {
  return (
    <Link to="/billing/history/view/$id" params={{ id: String(billId) }}>
      <Whole>{children}</Whole>
    </Link>
  );
}

/** Shows the dated instalments; those of an open order say whether they are paid or overdue. */
function Plan({ order }: { readonly order: OrderDetails }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  if (order.plan.length === 0) return null;
  const states = planStates(order.plan, order.paid, yesterdayIn(timezone));
  return (
    <Rows
      title={t('order.planTitle')}
      rows={states.map(({ date, amount, state }) => ({
        key: `${date} ${amount}`,
        what: recordDate(date),
        mark:
          order.status !== 'Open' || state === 'Due' ? undefined : (
            <Chip tone={state === 'Paid' ? 'good' : 'late'}>{t(`order.planStates.${state}`)}</Chip>
          ),
        amount,
      }))}
      sums={[]}
    />
  );
}

interface Row {
  readonly key: string;
  readonly what: ReactNode;
  readonly more?: string;
  readonly mark?: ReactNode;
  /** Laari. */
  readonly amount: number | null;
}

function Rows({
  title,
  rows,
  sums,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly sums: readonly Row[];
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={parts.heading}>
        {title}
      </h3>
      <ul className={css.rows}>
        {[...rows, ...sums].map((row) => (
          <li key={row.key} className={sums.includes(row) ? css.sum : undefined}>
            <span>
              {row.what}
              {row.more && <small>{row.more}</small>}
            </span>
            {row.mark}
            <span className={css.amount}>{row.amount === null ? '' : formatMoney(laari(row.amount))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
