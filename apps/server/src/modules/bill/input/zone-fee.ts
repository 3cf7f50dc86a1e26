/** The delivery fee as an item of the bill; a zone may waive it above an amount. Source: docs/rules.md#zones. */
import type { Bill } from '@atoll/domain/bill/bill';
import { feeNow, withFee } from '@atoll/domain/delivery/fee';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from './actor.ts';
import { instant } from './device-time.ts';

/** Name of the item on the bill and in print. */
const feeName = 'Delivery fee';

/** Returns the bill with its present delivery fee, the item numbered; the same bill when nothing changes. */
export function withDeliveryFee(tx: OutletTx, actor: Pick<BillActor, 'userId' | 'name'>, bill: Bill): Bill {
  if (bill.delivery === null || !bill.isOpen) return bill;
  const fee = feeNow(bill);
  const stamp = { name: feeName, now: instant(tx.now), userId: actor.userId, userName: actor.name };
  const paid = withFee(bill, fee, stamp);
  if (paid === bill) return bill.delivery.fee === fee ? bill : { ...bill, delivery: { ...bill.delivery, fee } };
  const items = paid.items.map((item) => {
    if (item.id !== null) return item;
    tx.head.itemId += 1;
    return { ...item, id: tx.head.itemId };
  });
  return { ...paid, items, delivery: { ...bill.delivery, fee } };
}
