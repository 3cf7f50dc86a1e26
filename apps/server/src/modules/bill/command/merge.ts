/** Merges two open bills into one, which keeps its slot. Source: docs/rules.md#merge-bills, docs/rules.md#alias. */
import type { Bill } from '@atoll/domain/bill/bill';
import { seeDiscount } from '@atoll/domain/bill/discount/discount-seen';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { mergedReason } from '@atoll/domain/bill/split/merged-away';
import { absorbBill } from '@atoll/domain/bill/split/transfer';
import { inState } from '@atoll/domain/bill/states';
import { Refused } from '../../../platform/errors/refused.ts';
import type { Store } from '../../../platform/store/store.ts';
import { moveTickets } from '../../kitchen/service.ts';
import type { BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';
import { checkLowering, needForGrown } from '../input/lowering.ts';
import { loadBill } from '../read/load.ts';
import { insertAlias } from '../read/queries.ts';
import { moveOrders } from '../record/order-status.ts';
import { writeBill } from '../record/record.ts';

/**
 * Returns the bill of `to` with all items of `from`. The other bill becomes void and empty, and its key is an alias of the remaining one.
 * A repeated merge returns the bill as it is. Refused: 'notFound', 'billClosed', 'billVoid', 'forbidden', 'approvalNeeded'.
 */
export function mergeBills(
  store: Store,
  actor: BillActor,
  keys: { readonly from: string | number; readonly to: string | number },
): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const [from, to] = await Promise.all([loadBill(tx, actor, keys.from), loadBill(tx, actor, keys.to)]);
    if (from.bill.id === to.bill.id) return to.bill;
    const absorbed = absorbBill(seeDiscount(from.bill), seeDiscount(to.bill));
    if (!absorbed.ok) throw new Refused({ ...absorbed.refusal, extra: { bill: to.bill } });
    const stamp = { modifiedAt: instant(tx.now), modifiedBy: actor.userId, lastSavedAt: instant(tx.now) };
    // The approver saw which bill goes into which (R36.17).
    const needs = [
      { permission: 'bill.merge', subjectKey: to.bill.key, itemKeys: [from.bill.key] } as const,
      ...[from.bill, to.bill].flatMap(needForGrown),
    ];
    const checked = await checkLowering(tx, actor, [{ ...absorbed.value, ...stamp }], { needs });
    const [bill = absorbed.value] = checked.bills;
    const { approval } = checked;
    const [lowering] = checked.notes;
    const absorbedBill: Bill = applyTotals({
      ...inState(from.bill, 'Void'),
      ...stamp,
      version: from.bill.version + 1,
      voidReason: mergedReason(to.bill.number),
      items: [],
    });
    await moveTickets(tx, [bill]);
    await moveOrders(tx, actor, from.bill, bill);
    tx.write(insertAlias, { outletId: tx.head.outletId, key: from.bill.key, billId: bill.id ?? 0 });
    const keysOf = (one: Bill): string[] => one.items.map((item) => item.key);
    writeBill(tx, actor, absorbedBill, from, {
      action: 'Merged',
      before: { version: from.bill.version, total: from.bill.total, items: keysOf(from.bill) },
      after: { version: absorbedBill.version, toKey: bill.key },
      approval,
      hubActions: ['Transferred'],
    });
    const beside = {
      bill: to.bill,
      printJobs: [...to.printJobs, ...from.printJobs],
      movedKeys: [...new Set([...to.movedKeys, ...from.movedKeys])].filter((key) => !keysOf(bill).includes(key)),
    };
    writeBill(tx, actor, bill, beside, {
      action: 'Merged',
      before: { version: to.bill.version, total: to.bill.total },
      after: {
        version: bill.version,
        total: bill.total,
        fromKey: from.bill.key,
        items: keysOf(from.bill),
        ...(lowering && { lowering }),
      },
      approval,
      hubActions: ['Transferred'],
    });
    return bill;
  });
}
