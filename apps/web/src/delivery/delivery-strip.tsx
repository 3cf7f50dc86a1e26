import type { Bill } from '@atoll/domain/bill/bill';
import { isLate } from '@atoll/domain/delivery/delivery';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { clockTime } from '../locale/instant.ts';
import { joinedList } from '../locale/joined-list.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Button } from '../ui/display/button.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { deliver } from './change-delivery.ts';
import { DeliveryChip } from './delivery-chip.tsx';
import { DeliveryForm } from './delivery-form.tsx';
import css from './delivery-strip.module.css';

/** The bill whose details dialog is open. */
const useAsked = create<{ readonly billKey: string | null }>()(() => ({ billKey: null }));
export function askDetails(billKey: string | null): void {
  useAsked.setState({ billKey });
}

/** Shows the delivery details on the bill; nothing for a table or a counter. */
export function DeliveryStrip({ bill, now }: { readonly bill: Bill; readonly now: number }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const isOpen = useAsked((state) => state.billKey === bill.key);
  if (bill.deliveryStatus === null && bill.type !== 'Delivery' && bill.type !== 'Takeaway') return null;
  const { delivery } = bill;
  const where = delivery && joinedList([delivery.name, delivery.address, delivery.zoneName]);
  return (
    <div className={css.strip}>
      <button type="button" className={css.open} onClick={() => askDetails(bill.key)}>
        <span className={css.where}>
          {where || t(bill.type === 'Takeaway' ? 'delivery.addTakeawayDetails' : 'delivery.addDetails')}
        </span>
        {delivery?.promisedAt && <small>{t('delivery.due', { time: clockTime(delivery.promisedAt, timezone) })}</small>}
      </button>
      <DeliveryChip status={bill.deliveryStatus ?? 'Pending'} isLate={isLate(bill, now)} />
      {isOpen && <DeliveryDialog bill={bill} onClose={() => askDetails(null)} />}
    </div>
  );
}

/** Shows the delivery details in a dialog over the bill. */
export function DeliveryDialog({ bill, onClose }: { readonly bill: Bill; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Modal
      title={t(bill.type === 'Takeaway' ? 'delivery.takeawayDetails' : 'delivery.details')}
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="accent" busy={busy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <DeliveryForm
        id={id}
        bill={bill}
        onSave={(change) => {
          if (Object.keys(change).length === 0) return onClose();
          setBusy(true);
          void deliver(bill, change)
            .then((done) => (done ? onClose() : undefined))
            .finally(() => setBusy(false));
        }}
      />
    </Modal>
  );
}
