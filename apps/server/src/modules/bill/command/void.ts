/** Voids a bill, or cancels an unused check-in. Source: R18.8, docs/rules.md#bill-states. */
import type { Bill } from '@atoll/domain/bill/bill';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { inState, transitBill } from '@atoll/domain/bill/states';
import { businessDate } from '@atoll/domain/date/business-day';
import { isEnded } from '@atoll/domain/delivery/states';
import { Refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import type { Need } from '../../approval/service.ts';
import { recordTickets } from '../../kitchen/service.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { endSetsElsewhere, isShareKept } from '../input/ended-sets.ts';
import { writeFollowed } from '../input/moved-items.ts';
import { type OutletTerms, outletTerms } from '../input/outlet-terms.ts';
import { withStarted } from '../input/started.ts';
import { loadBill, type StoredBill } from '../read/load.ts';
import { countSale } from '../record/counted.ts';
import { reopenOrders } from '../record/order-status.ts';
import { writeBill } from '../record/record.ts';
import { wasteSent } from '../record/waste.ts';

interface Void {
  readonly billId: number | string;
  readonly reason: string;
  readonly checkInKey?: string | undefined;
}

/**
 * Returns the void bill; repeating the void changes nothing. With `checkInKey` a bill that is no longer that empty check-in stays as it is. Refused: 'notFound',
 * 'billClosed', 'forbidden', 'reasonMissing'.
 */
export function voidBill(store: Store, actor: BillActor, { billId, reason, checkInKey }: Void): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await loadBill(tx, actor, billId);
    const { key, isVoid, status, items } = stored.bill;
    const isUsed = status !== 'CheckedIn' || items.length > 0 || key !== checkInKey?.toLowerCase();
    return isVoid || (checkInKey !== undefined && isUsed) ? stored.bill : voidIn(tx, actor, stored, reason);
  });
}

/** Voids a bill inside a command that has loaded it. `deliveryChange` is a change of its delivery that is written with it. */
export async function voidIn(
  tx: OutletTx,
  actor: BillActor,
  stored: StoredBill,
  reason: string,
  deliveryChange: Partial<Pick<Bill, 'delivery' | 'deliveryStatus'>> = {},
): Promise<Bill> {
  const terms = await outletTerms(tx);
  const before = await withStarted(tx, terms, stored.bill, new Set(stored.bill.items.map(({ key }) => key)));
  const to = transitBill(before, 'void', { reason });
  if (!to.ok) throw new Refused({ ...to.refusal, extra: { ...to.refusal.extra, bill: before } });
  const approval = await allow(tx, actor, await needsToVoid(tx, before, actor, terms));
  const { outlet } = terms;
  const now = instant(tx.now);
  const bill: Bill = applyTotals({
    ...inState(before, to.value),
    version: before.version + 1,
    voidReason: reason.trim(),
    deliveryStatus: endedBy(before),
    ...deliveryChange,
    approved: approval === null ? before.approved : [...before.approved, approval],
    shiftId: tx.head.shiftId ?? before.shiftId,
    businessDate: businessDate(tx.now, outlet.timezone, outlet.businessDayCutoff),
    modifiedAt: now,
    modifiedBy: actor.userId,
    lastSavedAt: now,
  });
  const ended = await endSetsElsewhere({ tx, actor, terms }, { before, after: bill });
  await recordTickets(tx, { before, after: bill, terms });
  await countSale(tx, { before, after: bill, terms });
  const live = before.items.filter((item) => !item.isVoid).map((item) => item.key);
  if (live.length > 0) await wasteSent(tx, actor, bill, live);
  writeBill(tx, actor, bill, stored, {
    action: 'Voided',
    before: { version: before.version, status: before.status, total: before.total },
    after: { version: bill.version, reason: bill.voidReason, total: bill.total },
    approval,
    hubActions: ['Voided'],
  });
  writeFollowed(tx, actor, ended);
  await reopenOrders(tx, actor, bill);
  return bill;
}

/**
 * Returns the permissions for a void. A check-in without items may be cancelled with 'bill.open'. Who may void items that were never sent may void all of
 * them at once; a bill that was sent or printed, or whose promotion leaves shares on other items, needs more (docs/decisions/042-voids-of-unsent-bills.md).
 */
async function needsToVoid(
  tx: OutletTx,
  bill: Bill,
  actor: BillActor,
  terms: Pick<OutletTerms, 'prices'>,
): Promise<Need[]> {
  const live = bill.items.filter((item) => !item.isVoid);
  const need = (permission: Need['permission']): Need[] => [{ permission, subjectKey: bill.key, total: bill.total }];
  if (bill.printCount > 0 || bill.printed !== undefined) return need('bill.void.printed');
  const keys = live.map(({ key }) => key);
  if (live.some((item) => item.sentQty > 0) || (await isShareKept(tx, bill, keys, terms))) return need('bill.void');
  return live.length > 0 && !actor.permissions.has('item.void.unsent') ? need('bill.void') : [];
}

/** Returns the delivery status of a void bill: cancelled, unless the delivery had ended. */
function endedBy({ deliveryStatus }: Bill): Bill['deliveryStatus'] {
  return deliveryStatus === null || isEnded(deliveryStatus) ? deliveryStatus : 'Cancelled';
}
