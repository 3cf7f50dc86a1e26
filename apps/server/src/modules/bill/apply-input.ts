/** Merging what a device sends into a bill, with the permissions that its parts need. Source: decisions A4, B1. */
import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import { nextIndex } from '@atoll/domain/bill/lines';
import { type MergedInput, mergeInput } from '@atoll/domain/bill/merge-input';
import type { BillInput } from '@atoll/domain/contract/bill';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { type BillActor, requirePermission } from './actor.ts';
import { instant } from './device-time.ts';
import type { StoredBill } from './load.ts';
import { newLine } from './new-line.ts';
import type { OutletTerms } from './outlet-terms.ts';
import { customerById, customerByKey } from './queries.ts';

/** What a device sends of a bill; any part of it may be missing. */
export type SentBill = { [K in keyof BillInput]?: BillInput[K] | undefined };

interface Applying {
  readonly tx: OutletTx;
  readonly actor: BillActor;
  readonly terms: OutletTerms;
}

/** Answers the bill with the request merged in and its new lines numbered. Throws the refusal when a part of it is not theirs to do. */
export async function applyInput(
  { bill: stored, printJobs, movedKeys }: StoredBill,
  input: SentBill,
  { tx, actor, terms }: Applying,
): Promise<MergedInput> {
  const items = input.items?.map((item) => ({ ...item, key: item.key.toLowerCase() }));
  const customer = await customerOf(tx, input);
  let index = nextIndex(stored) - 1;
  const merged = mergeInput(
    stored,
    { ...input, items },
    {
      now: instant(tx.now),
      userId: actor.userId,
      customer,
      printCounted: input.printJobKey !== undefined && printJobs.includes(input.printJobKey),
      makeItem: (item) => {
        if (movedKeys.includes(item.key)) return null;
        index += 1;
        const field = `items.${items?.indexOf(item) ?? 0}`;
        return newLine(item, { bill: stored, actor, catalogue: terms.catalogue, now: tx.now, index, field });
      },
    },
  );
  if (merged.refused !== null) throw refused(merged.refused, { extra: { bill: stored } });
  checkPermissions(stored, merged, actor);
  return { ...merged, bill: numberLines(tx, merged.bill) };
}

function checkPermissions(stored: Bill, merged: MergedInput, actor: BillActor): void {
  const before = new Map(stored.items.map((item) => [item.key, item]));
  const after = new Map(merged.bill.items.map((item) => [item.key, item]));
  for (const key of merged.voidedKeys) {
    const isSent = (before.get(key)?.sentQty ?? 0) > 0 || (after.get(key)?.sentQty ?? 0) > 0;
    requirePermission(actor, isSent ? 'item.void.sent' : 'item.void.unsent');
  }
  for (const key of merged.reducedKeys)
    requirePermission(actor, before.get(key)?.isComp === after.get(key)?.isComp ? 'item.discount' : 'item.comp');
  if (merged.changedFields.some((field) => field === 'discountPercentage' || field === 'discountAmount'))
    requirePermission(actor, 'bill.discount');
}

function numberLines(tx: OutletTx, bill: Bill): Bill {
  if (bill.items.every((item) => item.id !== null)) return bill;
  const items = bill.items.map((item) => {
    if (item.id !== null) return item;
    tx.head.itemId += 1;
    return { ...item, id: tx.head.itemId };
  });
  return { ...bill, items };
}

/** The record of the customer that the request names by id, or by the key of one who was made on the device. */
async function customerOf(tx: OutletTx, input: SentBill): Promise<BillCustomer | null> {
  const outletId = tx.head.outletId;
  if (input.customerId !== undefined && input.customerId > 0) {
    const [row] = await tx.load(customerById, { outletId, id: input.customerId });
    if (row === undefined)
      throw refused('invalid', {
        errors: { customerId: 'This customer is not here' },
        details: 'This customer is not here',
      });
    return row;
  }
  if (input.customer?.key === undefined) return null;
  const [row] = await tx.load(customerByKey, { outletId, key: input.customer.key });
  return row ?? null;
}
