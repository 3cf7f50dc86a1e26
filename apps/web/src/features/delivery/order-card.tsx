import type { Bill } from '@atoll/domain/bill/bill';
import { deliveryOf, dueAt, isLate } from '@atoll/domain/delivery/delivery';
import { isUnpaidEnd } from '@atoll/domain/delivery/states';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { DeliveryChip } from '../../delivery/delivery-chip.tsx';
import { clockTime } from '../../locale/instant.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button, buttonClass } from '../../ui/display/button.tsx';
import { isPressed, shortcuts } from '../../ui/hook/shortcut.ts';
import css from './order-card.module.css';
import { PaidChip } from './paid-chip.tsx';
import { type AskedStep, openSteps } from './step.ts';

interface OrderCardProps {
  readonly bill: Bill;
  readonly now: number;
  readonly timezone: string;
  readonly isDragged: boolean;
  readonly onOpen: (bill: Bill) => void;
  readonly onStep: (step: AskedStep) => void;
  readonly onDrag: (bill: Bill | null) => void;
}

/** Data type of a drag: the key of the bill. */
export const dragType = 'application/x-atoll-bill';

/** Shows an order as a card: customer, address, due time, amount. Its next step is a button, a drag or a key. */
export function OrderCard({ bill, now, timezone, isDragged, onOpen, onStep, onDrag }: OrderCardProps) {
  const { t } = useTranslation();
  const stepWord = useStepWord();
  const delivery = deliveryOf(bill);
  const late = isLate(bill, now);
  const next = openSteps(bill).find((step) => step.asks !== 'reason');
  const order = t('delivery.order', { type: t(`bill.types.${bill.type}`), slot: bill.slot, number: bill.number ?? '' });
  const count = bill.items.filter((item) => !item.isVoid && item.menuItemId > 0).length;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    if (isPressed(event, shortcuts.delivery.step) && next) onStep(next);
    else if (isPressed(event, shortcuts.delivery.next)) focusIn(row?.nextElementSibling);
    else if (isPressed(event, shortcuts.delivery.previous)) focusIn(row?.previousElementSibling);
    else return;
    event.preventDefault();
  };
  return (
    // A drag works with the mouse only; the buttons and keys inside do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={css.card}
      data-late={late}
      data-dragged={isDragged}
      aria-label={order}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, bill.key);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(bill);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <button type="button" className={css.open} onClick={() => onOpen(bill)} onKeyDown={onKeyDown}>
        <span className={css.head}>
          <strong>{delivery.name || slotName(t, bill.type, bill.slot)}</strong>
          <span className={css.due} data-late={late}>
            {clockTime(dueAt(bill), timezone)}
            {late && ` · ${t('delivery.late')}`}
          </span>
        </span>
        {delivery.address && <span className={css.text}>{delivery.address}</span>}
        <span className={css.about}>
          {joinedList([
            delivery.name ? slotName(t, bill.type, bill.slot) : '',
            delivery.zoneName,
            delivery.phone,
            t('delivery.items', { count }),
          ])}
        </span>
        <span className={css.foot}>
          <PaidChip bill={bill} />
          {isUnpaidEnd(bill) && bill.deliveryStatus && <DeliveryChip status={bill.deliveryStatus} />}
          {delivery.riderName && <span className={css.about}>{delivery.riderName}</span>}
        </span>
      </button>
      {next && (
        <Button
          look="soft"
          block
          aria-label={t('delivery.stepOf', { step: stepWord(next), order })}
          onClick={() => onStep(next)}
        >
          {stepWord(next)}
        </Button>
      )}
      {isUnpaidEnd(bill) && (
        <Link
          to="/billing/new/checkout/$slot/$type/$id"
          params={{ slot: bill.slot, type: bill.type, id: String(bill.id ?? bill.key) }}
          className={buttonClass({ look: 'soft' })}
          aria-label={t('delivery.stepOf', { step: t('service.settle'), order })}
        >
          {t('service.settle')}
        </Link>
      )}
    </article>
  );
}

/** Returns the label of a step. From Failed back to Ready it is 'Try again'. */
export function useStepWord(): (step: Pick<AskedStep, 'bill' | 'to'>) => string {
  const { t } = useTranslation();
  return ({ bill, to }) =>
    bill.deliveryStatus === 'Failed' && to === 'Ready' ? t('delivery.again') : t(`delivery.steps.${to}`);
}

function focusIn(place: Element | null | undefined): void {
  place?.querySelector<HTMLElement>('button')?.focus();
}
