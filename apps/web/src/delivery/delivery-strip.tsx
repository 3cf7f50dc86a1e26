import type { Bill } from '@atoll/domain/bill/bill';
import { isLate } from '@atoll/domain/delivery/delivery';
import { create } from 'zustand';
import { clockTime } from '../locale/instant.ts';
import { joinedList } from '../locale/joined-list.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { later } from '../ui/hook/later.tsx';
import { DeliveryChip } from './delivery-chip.tsx';
import css from './delivery-strip.module.css';

const DeliveryDialog = later(async () => (await import('./delivery-dialog.tsx')).DeliveryDialog);

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
