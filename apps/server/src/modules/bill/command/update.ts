/** Saves a bill: the body is merged into the stored bill, and what the body lacks stays. Source: R18.6, docs/rules.md#merge-items, docs/rules.md#merge-fields. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { FieldConflict } from '@atoll/domain/bill/merge/merge-input';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import { firedItems } from '@atoll/domain/kitchen/kitchen-ticket';
import { settingOf } from '@atoll/domain/outlet/settings';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { recordTickets } from '../../kitchen/service.ts';
import type { BillActor } from '../input/actor.ts';
import { applyInput } from '../input/apply-input.ts';
import { instant } from '../input/device-time.ts';
import { endSetsElsewhere, keptShares, withoutEndedOn } from '../input/ended-sets.ts';
import {
  applyToOtherBills,
  checkFollowed,
  lateVoids,
  strayItems,
  voidedKeys,
  withStrays,
  writeFollowed,
} from '../input/moved-items.ts';
import { swapOnOtherBills } from '../input/moved-swaps.ts';
import { outletTerms } from '../input/outlet-terms.ts';
import { withDeliveryFee } from '../input/zone-fee.ts';
import { acceptedWork, isMarksOnly } from '../read/former-waiter.ts';
import { findStored } from '../read/load.ts';
import { requireView } from '../read/viewed.ts';
import { countSale } from '../record/counted.ts';
import { changedNotes } from '../record/history-note.ts';
import { recordLatePrint } from '../record/paid-less.ts';
import { writeBill } from '../record/record.ts';
import { wasteSent } from '../record/waste.ts';
import { createIn } from './create.ts';

export interface UpdatedBill {
  readonly bill: Bill;
  readonly insertedKeys: readonly string[];
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Returns the merged bill, the keys of items new by this request, and conflicts: fields where somebody else's later value was kept.
 * An unknown key, sent with items, opens the bill or joins the bill of the slot: its check-in was refused after the order was
 * taken. Without items it is 'notFound'.
 */
export function updateBill(store: Store, actor: BillActor, input: BillInput): Promise<UpdatedBill> {
  return store.writeOutlet(actor.outletId, (tx) => updateIn(tx, actor, input));
}

/** Does the same as `updateBill`, in a transaction. */
export async function updateIn(tx: OutletTx, actor: BillActor, sent: BillInput): Promise<UpdatedBill> {
  const stored = await findStored(tx, sent.key);
  if (stored === undefined) {
    if ((sent.items ?? []).length === 0) throw refused('notFound');
    const bill = await createIn(tx, actor, sent);
    return { bill, insertedKeys: (sent.items ?? []).map((item) => item.key.toLowerCase()), conflicts: [] };
  }
  const { bill: before, printJobs } = stored;
  const accepted = await acceptedWork(tx, actor, before, sent);
  const terms = await outletTerms(tx);
  const { input, others: swapped } = await swapOnOtherBills({ tx, actor, terms }, stored, sent);
  const strays = strayItems(stored, input.items, tx.now);
  const voided = voidedKeys(strays);
  const needsReason = settingOf(terms.settings, 'RequireVoidReason');
  const keptOn = (bill: Bill) => keptShares(tx, bill, voided, terms);
  const by = { actor, now: instant(tx.now), version: before.version + 1, kept: await keptOn(before), needsReason };
  const others = [...swapped, ...(await applyToOtherBills({ tx, actor, terms, keptOn, swapped }, strays, before.id))];
  const merged = await applyInput(stored, input, {
    tx,
    actor,
    terms,
    finish: (bill) => {
      const own = before.isOpen ? withoutEndedOn(withStrays(bill, strays, by), others, { tx, actor, terms }) : bill;
      return own === before ? before : withDeliveryFee(tx, actor, own);
    },
  });
  const hasMarksOnly = isMarksOnly(before, { ...merged, bill: merged.sent }) && !strays.some(({ isVoid }) => isVoid);
  if (accepted === 'marks' && !hasMarksOnly) requireView(actor, before);
  const { bill, insertedKeys, conflicts } = merged;
  const checked = await checkFollowed(tx, actor, others, input);
  const followed = await endSetsElsewhere({ tx, actor, terms }, { before, after: bill }, checked);
  const late = await lateVoids(tx, strays, before);
  for (const { stored: other, bill: after } of followed) {
    await countSale(tx, { before: other.bill, after, terms });
    if (firedItems(other.bill, after).length > 0) await recordTickets(tx, { before: other.bill, after, terms });
  }
  if (merged.isChanged) {
    const jobs = merged.isShown && input.printJobKey !== undefined ? [...printJobs, input.printJobKey] : printJobs;
    const action = merged.isShown ? 'Printed' : 'Updated';
    await recordTickets(tx, { before, after: bill, terms });
    await countSale(tx, { before, after: bill, terms });
    if (merged.voidedKeys.length > 0) await wasteSent(tx, actor, bill, merged.voidedKeys);
    writeBill(
      tx,
      actor,
      bill,
      { ...stored, printJobs: jobs },
      { action, ...changedNotes(before, merged), approval: merged.approval, hubActions: [action] },
    );
  }
  if (!before.isOpen) await recordLatePrint(tx, actor, before, input);
  writeFollowed(tx, actor, followed);
  return { bill, insertedKeys, conflicts: [...conflicts, ...late] };
}
