/** Waste: items that were voided after they were sent to the kitchen. Source: docs/rules.md#recipes. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isUnfired } from '@atoll/domain/bill/course';
import type { OutletTx } from '../../../platform/store/store.ts';
import { wasteVoided } from '../../stock/service.ts';
import type { BillActor } from '../input/actor.ts';

/** Posts the stock of these items, for the quantity that was sent and not held for its course, when the outlet's setting requires it. */
export async function wasteSent(tx: OutletTx, actor: BillActor, bill: Bill, keys: readonly string[]): Promise<void> {
  const sent = bill.items.filter((item) => keys.includes(item.key) && item.sentQty > 0 && !isUnfired(item));
  if (sent.length === 0 || bill.id === null) return;
  const lines = sent.map((item) => ({ ...item, qty: Math.min(item.qty, item.sentQty) }));
  await wasteVoided(tx, actor, { billId: bill.id, lines, reason: bill.voidReason ?? sent[0]?.voidReason ?? '' });
}
