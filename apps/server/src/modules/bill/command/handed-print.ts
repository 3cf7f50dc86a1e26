/** Records that a bill was printed by another till, which the server handed it to. Source: R36.8, docs/rules.md#printed-total. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { liveItems } from '@atoll/domain/bill/items';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from '../input/actor.ts';
import type { StoredBill } from '../read/load.ts';
import { updateIn } from './update.ts';

/**
 * Records the print of an open bill as the report of a till would, once for each job. A job whose key was counted before counts again when the bill has
 * grown since: its paper shows more than that of the first.
 */
export async function recordHandedPrint(
  tx: OutletTx,
  actor: BillActor,
  { bill, printJobs }: StoredBill,
  jobKey: string,
): Promise<void> {
  const items = liveItems(bill);
  if (!isOpenBill(bill) || items.length === 0) return;
  const hasGrown = printJobs.includes(jobKey) && toPay(bill) > allowedOf(bill);
  const { key, type, slot, version } = bill;
  // The till that asked learns of the print as all others do.
  await updateIn(
    tx,
    { ...actor, connectionId: undefined },
    {
      key,
      type,
      slot,
      version,
      items: items.map(({ key: itemKey, menuItemId, size, qty }) => ({ key: itemKey, menuItemId, size, qty })),
      changed: [],
      status: 'BillPrinted',
      printJobKey: hasGrown ? `${jobKey} ${version}` : jobKey,
      printedTotal: toPay(bill),
    },
  );
}

const allowedOf = ({ printed }: Bill): number => printed?.allowed ?? 0;
