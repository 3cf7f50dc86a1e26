/** Reprints of receipts, which need a permission and are recorded. Source: docs/rules.md#copies, docs/rules.md#permissions, docs/rules.md#history. */
import type { Bill } from '@atoll/domain/bill/bill';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../../platform/errors/refused.ts';
import type { Store } from '../../../platform/store/store.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { loadBill } from '../read/load.ts';

/** Returns the bill, unchanged; a print job is recorded once. Refused: 'notFound', 'notPaid', 'forbidden', 'approvalNeeded'. */
export function reprintBill(store: Store, actor: BillActor, input: BodyOf<typeof contract.reprintBill>): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { bill, printJobs } = await loadBill(tx, actor, input.billId);
    if (bill.status !== 'Complete') throw refused('notPaid', { extra: { bill } });
    if (printJobs.includes(input.jobKey)) return bill;
    const approval = await allow(tx, actor, [{ permission: 'bill.reprint', subjectKey: bill.key }]);
    const { copyNo } = input;
    tx.write(
      tx.db
        .updateTable('bill')
        .set({ print_jobs: JSON.stringify([...printJobs, input.jobKey]) })
        .where('outlet_id', '=', tx.head.outletId)
        .where('id', '=', bill.id ?? 0),
    );
    tx.history({
      subject: 'Bill',
      subjectKey: bill.key,
      action: 'Reprinted',
      userId: actor.userId,
      deviceId: actor.deviceId,
      ...(approval === null ? {} : { approvalKey: approval }),
      after: { copyNo },
    });
    return bill;
  });
}
