import type { createOrder } from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAndTime } from '../../locale/instant.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Chip } from '../../ui/display/chip.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import css from './waiting-orders.module.css';

type Body = BodyOf<typeof createOrder> & { readonly bill: { readonly total?: number } };

/** Lists the orders of this till that the server does not have yet. Source: R22.12, docs/rules.md#orders. */
export function WaitingOrders() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const id = useId();
  const outletId = useApp((state) => state.outletId);
  const entries = useOutbox((state) => state.entries);
  const orders = entries.filter((entry) => entry.kind === 'order.create' && entry.outletId === outletId);
  useRefreshWhenFewer(orders.length);
  if (orders.length === 0) return null;
  return (
    <section className={css.waiting} aria-labelledby={id}>
      <h2 id={id}>{t('order.waiting')}</h2>
      <Hint>{t('order.waitingHint')}</Hint>
      <ul>
        {orders.map(({ key, about, body }) => {
          const { name, dueAt, bill, amount = 0 } = body as unknown as Body;
          const total = bill.total ?? 0;
          return (
            <li key={key}>
              <b>{[about?.number, name].filter(Boolean).join(' · ')}</b>
              <span>{t('order.dueOn', { date: dayAndTime(dueAt, timezone) })}</span>
              <span>{`${t('order.paid')} ${formatMoney(laari(amount))} / ${formatMoney(laari(total))}`}</span>
              <Chip tone="saved">{t('order.waiting')}</Chip>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Fetches the list again when an order reached the server. */
function useRefreshWhenFewer(count: number): void {
  const queries = useQueryClient();
  useEffect(() => () => void queries.invalidateQueries({ queryKey: ['order.list'] }), [count, queries]);
}
