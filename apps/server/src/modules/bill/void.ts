/** Voiding a bill, and cancelling a check-in that nothing came of. Source: requirements R18.8, decisions B12. */
import type { Bill } from '@atoll/domain/bill/bill';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { inState, transitBill } from '@atoll/domain/bill/states';
import { businessDate } from '@atoll/domain/date/business-day';
import { Refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { type BillActor, requirePermission } from './actor.ts';
import { instant } from './device-time.ts';
import { loadBill } from './load.ts';
import { outletTerms } from './outlet-terms.ts';
import { writeBill } from './record.ts';

/** Answers the void bill; voiding it again changes nothing. Refused: 'notFound', 'billClosed', 'forbidden', 'reasonMissing'. */
export function voidBill(
  store: Store,
  actor: BillActor,
  { billId, reason }: { readonly billId: number | string; readonly reason: string },
): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await loadBill(tx, billId);
    const before = stored.bill;
    if (before.isVoid) return before;
    const to = transitBill(before, 'void', { reason });
    if (!to.ok) throw new Refused({ ...to.refusal, extra: { ...to.refusal.extra, bill: before } });
    requireVoid(before, actor);
    const { outlet } = await outletTerms(tx);
    const now = instant(tx.now);
    const bill: Bill = applyTotals({
      ...inState(before, to.value),
      version: before.version + 1,
      voidReason: reason.trim(),
      shiftId: tx.head.shiftId ?? before.shiftId,
      businessDate: businessDate(tx.now, outlet.timezone, outlet.businessDayCutoff),
      modifiedAt: now,
      modifiedBy: actor.userId,
      lastSavedAt: now,
    });
    writeBill(tx, actor, bill, stored, {
      action: 'Voided',
      before: { version: before.version, status: before.status, total: before.total },
      after: { version: bill.version, reason: bill.voidReason, total: bill.total },
      tell: ['Voided'],
    });
    return bill;
  });
}

/** A check-in that nothing came of may be cancelled by whoever opens bills; lines that were saved, sent or printed need more. */
function requireVoid(bill: Bill, actor: BillActor): void {
  const live = bill.items.filter((item) => !item.isVoid);
  if (bill.printCount > 0) return requirePermission(actor, 'bill.void.printed');
  if (live.some((item) => item.sentQty > 0)) return requirePermission(actor, 'bill.void');
  if (live.length > 0 && !actor.permissions.has('bill.void')) requirePermission(actor, 'item.void.unsent');
}
