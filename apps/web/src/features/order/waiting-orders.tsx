import type { Bill } from '@atoll/domain/bill/bill';
import type { createOrder, OrderDetails } from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { orderLines } from '../../cash/order/order-lines.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import type { OutboxEntry } from '../../outbox/entry.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { needsAttention } from '../../outbox/resolution.ts';
import { useApp } from '../../sync/app-store.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Chip } from '../../ui/display/chip.tsx';
import { Hint } from '../../ui/display/hint.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { whyOf } from '../../unsent/outbox-words.ts';
import { OrderFacts } from './order-facts.tsx';
import css from './waiting-orders.module.css';

/** The body as this till made it: with the whole bill. */
type Body = Omit<BodyOf<typeof createOrder>, 'bill'> & { readonly bill: Bill };

/** Returns an order that the server does not have yet, as far as this till knows it. */
function orderOf({ key, about, body, madeAt }: OutboxEntry): OrderDetails {
  const { kind = 'Order', tax = 'Instalments', phone = '', plan = [], ...made } = body as unknown as Body;
  const { name, dueAt, bill, amount = 0 } = made;
  const unknown = { id: 0, version: 0, billId: null, advances: [], createdAt: madeAt };
  const typed = { kind, tax, name, phone, plan, dueAt };
  const sums = { total: bill.total, paid: amount, lines: orderLines(bill) };
  return { ...unknown, ...typed, ...sums, key, number: about?.number ?? '', status: 'Open' };
}

/** Lists the orders of this till that the server does not have yet; one opens to its facts. Source: R22.12, docs/rules.md#orders. */
export function WaitingOrders() {
  const { t } = useTranslation();
  const id = useId();
  const outletId = useApp((state) => state.outletId);
  const entries = useOutbox((state) => state.entries);
  const [openKey, setOpenKey] = useState<string>();
  const waiting = entries.filter((entry) => entry.kind === 'order.create' && entry.outletId === outletId);
  const opened = waiting.find(({ key }) => key === openKey);
  useRefreshWhenFewer(waiting.length);
  if (waiting.length === 0) return null;
  return (
    <section className={css.waiting} aria-labelledby={id}>
      <h2 id={id}>{t('order.waiting')}</h2>
      <Hint>{t('order.waitingHint')}</Hint>
      <ul>
        {waiting.map((entry) => (
          <Row key={entry.key} entry={entry} onOpen={() => setOpenKey(entry.key)} />
        ))}
      </ul>
      {opened && <Facts order={orderOf(opened)} onClose={() => setOpenKey(undefined)} />}
    </section>
  );
}

function Row({ entry, onOpen }: { readonly entry: OutboxEntry; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const { number, name, dueAt, paid, total } = orderOf(entry);
  const isAside = needsAttention(entry);
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <b>{[number, name].filter(Boolean).join(' · ')}</b>
        <span>{t('order.dueOn', { date: dayAndTime(dueAt, timezone) })}</span>
        <span>{`${t('order.paid')} ${formatMoney(laari(paid))} / ${formatMoney(laari(total))}`}</span>
        {isAside && <Chip tone="late">{t('outbox.needsAttention')}</Chip>}
      </button>
      {isAside && <p>{whyOf(entry, t)}</p>}
    </li>
  );
}

function Facts({ order, onClose }: { readonly order: OrderDetails; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer title={[t('order.order'), order.number].filter(Boolean).join(' ')} onClose={onClose}>
      <OrderFacts order={order} isWaiting />
    </Drawer>
  );
}

/** Fetches the list again when an order reached the server. */
function useRefreshWhenFewer(count: number): void {
  const queries = useQueryClient();
  useEffect(() => () => void queries.invalidateQueries({ queryKey: ['order.list'] }), [count, queries]);
}
