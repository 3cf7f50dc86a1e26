import type { Bill } from '@atoll/domain/bill/bill';
import type { DeliveryStatus } from '@atoll/domain/bill/bill-delivery';
import { dueAt } from '@atoll/domain/delivery/delivery';
import { isUnpaidEnd } from '@atoll/domain/delivery/states';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { dragType } from './order-card.tsx';
import css from './order-column.module.css';

interface OrderColumnProps {
  /** 'Unpaid': finished orders whose bill must still be paid. */
  readonly status: DeliveryStatus | 'Unpaid';
  readonly count: number;
  /** The dragged order may be dropped here. */
  readonly takes: boolean;
  readonly onDrop?: (billKey: string) => void;
  readonly children: ReactNode;
}

/** Shows the orders of one status. An order that is dropped here moves to that status. */
export function OrderColumn({ status, count, takes, onDrop, children }: OrderColumnProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const word = status === 'Unpaid' ? t('delivery.unpaid') : t(`delivery.statuses.${status}`);
  return (
    // The column is the target of a drag; the cards have buttons and keys that do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={css.column}
      aria-label={word}
      data-takes={takes}
      data-over={isOver && takes}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const key = event.dataTransfer.getData(dragType);
        if (key) onDrop?.(key);
      }}
    >
      <h2 className={css.columnTitle}>
        {word} <span className={css.count}>{count}</span>
      </h2>
      {count === 0 ? (
        <p className={css.none}>{t('delivery.columnEmpty')}</p>
      ) : (
        <ul className={css.orders}>{children}</ul>
      )}
    </section>
  );
}

/** Returns the orders by status, those that are due first at the top; a finished order that is not paid is under 'Unpaid'. */
export function byStatus(bills: readonly Bill[]): ReadonlyMap<DeliveryStatus | 'Unpaid', readonly Bill[]> {
  return Map.groupBy(
    bills.filter((bill) => bill.deliveryStatus !== null).toSorted((a, b) => dueAt(a) - dueAt(b)),
    (bill) => (isUnpaidEnd(bill) ? 'Unpaid' : (bill.deliveryStatus as DeliveryStatus)),
  );
}
