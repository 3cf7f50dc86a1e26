/** Cuts an item of a bill in two, so that a part of its quantity can be voided alone. Source: docs/rules.md#divide. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isSplitAway, pieceKey } from '@atoll/domain/bill/split/piece';
import { divideItem as divide } from '@atoll/domain/bill/split/split';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { Refused } from '../../../platform/errors/refused.ts';
import type { Store } from '../../../platform/store/store.ts';
import { moveTickets } from '../../kitchen/service.ts';
import type { BillActor } from '../input/actor.ts';
import { numberLines } from '../input/apply-input.ts';
import { instant } from '../input/device-time.ts';
import { checkDivided } from '../input/lowering.ts';
import { loadBill } from '../read/load.ts';
import { writeBill } from '../record/record.ts';

export type DivideInput = BodyOf<typeof contract.divideItem>;

/**
 * Returns the bill with the item in two pieces. An item is cut once: a repeated call returns the bill as it is. Refused: 'notFound',
 * 'billClosed', 'billVoid', 'invalid', 'servedByOther', 'approvalNeeded'.
 */
export function divideItem(store: Store, actor: BillActor, input: DivideInput): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await loadBill(tx, actor, input.billId);
    const { bill: before } = stored;
    const key = input.itemKey.toLowerCase();
    if (before.items.some((item) => item.key === key && isSplitAway(item))) return before;
    const now = instant(tx.now);
    const cut = divide(before, { key, qty: input.qty }, { now, userId: actor.userId, newKey: pieceKey });
    if (!cut.ok) throw new Refused({ ...cut.refusal, extra: { ...cut.refusal.extra, bill: before } });
    const stamp = { modifiedAt: now, modifiedBy: actor.userId, lastSavedAt: now };
    const divided = { ...numberLines(tx, cut.value), ...stamp };
    const checked = await checkDivided(tx, actor, before, [divided], { isElsewhere: false });
    const [bill = divided] = checked.bills;
    await moveTickets(tx, [bill]);
    writeBill(tx, actor, bill, stored, {
      action: 'Updated',
      before: { version: before.version, total: before.total },
      after: { version: bill.version, total: bill.total, divided: { key, qty: input.qty } },
      approval: checked.approval,
      hubActions: ['Updated'],
    });
    return bill;
  });
}
