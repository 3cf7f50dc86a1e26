/** Bills that were paid with less than was printed, for the report. Source: R36.8, docs/rules.md#printed-total. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { shownTotal } from '@atoll/domain/bill/merge/merge-input';
import { afterPrint } from '@atoll/domain/bill/printed';
import type { PrintedBill } from '@atoll/domain/bill/printed-bill';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import { provenDevice } from '../../../platform/http/actor.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import { instant } from '../input/device-time.ts';

/** Writes the row of a bill that is paid with less than was printed. */
export function recordPaidLess(tx: OutletTx, bill: Bill): void {
  const { printed } = bill;
  if (printed !== undefined && printed.total > toPay(bill)) writeRow(tx, bill, printed);
}

/**
 * Writes the row of a completed bill, and who reported it, when a till reports a print of more than was paid, which it made before it knew of the
 * payment. The first report counts.
 */
export async function recordLatePrint(tx: OutletTx, actor: BillActor, bill: Bill, input: BillInput): Promise<void> {
  if (bill.status !== 'Complete' || bill.refundOfId !== null) return;
  if (input.status !== 'BillPrinted' || input.printJobKey === undefined || (input.items ?? []).length === 0) return;
  const items = input.items?.map((item) => ({ ...item, key: item.key.toLowerCase() }));
  const paper = shownTotal(bill, { ...input, items });
  const { printed } = afterPrint(bill, paper);
  if (printed === undefined || paper <= toPay(bill) || (bill.printed?.total ?? 0) >= paper) return;
  const known = await tx.db
    .selectFrom('paid_less')
    .select('bill_id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('bill_id', '=', bill.id ?? 0)
    .executeTakeFirst();
  if (known) return;
  const row = writeRow(tx, bill, printed);
  tx.history({
    subject: 'Bill',
    subjectKey: bill.key,
    action: 'Printed',
    userId: actor.userId,
    sentBy: actor.sentBy,
    deviceId: provenDevice(actor),
    after: { total: toPay(bill), printedTotal: paper },
    written: { paid_less: row },
  });
}

/** Returns the row of a paid bill and what was printed of it, without its outlet. */
export const paidLessRow = (bill: Bill, { total: printed, lowered }: PrintedBill) => ({
  bill_id: bill.id ?? 0,
  business_date: bill.businessDate ?? '',
  at: Date.parse(bill.completedAt ?? ''),
  printed,
  total: toPay(bill),
  lowered_by: lowered?.by ?? null,
  approval_key: lowered?.approvalKey ?? null,
  is_unapproved: lowered?.isUnapproved ?? false,
});

function writeRow(tx: OutletTx, bill: Bill, printed: PrintedBill) {
  const row = paidLessRow({ ...bill, completedAt: bill.completedAt ?? instant(tx.now) }, printed);
  tx.write(
    tx.db
      .insertInto('paid_less')
      .values({ ...row, outlet_id: tx.head.outletId })
      .onConflict((conflict) => conflict.columns(['outlet_id', 'bill_id']).doNothing()),
  );
  return row;
}
