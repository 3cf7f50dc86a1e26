/** Saving a bill: the body is merged into what is stored; nothing that the body lacks is dropped. Source: R18.6, docs/rules.md#merge-items, docs/rules.md#merge-fields. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { FieldConflict } from '@atoll/domain/bill/merge-input';
import type { BillInput } from '@atoll/domain/contract/bill';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { recordTickets } from '../kitchen/service.ts';
import type { BillActor } from './actor.ts';
import { applyInput } from './apply-input.ts';
import { createIn } from './create.ts';
import { instant } from './device-time.ts';
import { changedNotes } from './history-note.ts';
import { findStored } from './load.ts';
import { followLines, lateVoids, strayLines, withStrays, writeFollowed } from './moved-lines.ts';
import { outletTerms } from './outlet-terms.ts';
import { writeBill } from './record.ts';
import { wasteSent } from './waste.ts';
import { withDeliveryFee } from './zone-fee.ts';

export interface UpdatedBill {
  readonly bill: Bill;
  readonly insertedKeys: readonly string[];
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Answers the merged bill, the keys of lines that are new by this request, and the fields where somebody else's later value stood.
 * A key that the server has never seen, sent with lines, opens the bill or joins the slot's (its check-in was refused while the lines were
 * already taken down); without lines it is 'notFound'.
 */
export function updateBill(store: Store, actor: BillActor, input: BillInput): Promise<UpdatedBill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const stored = await findStored(tx, input.key);
    if (stored === undefined) {
      if ((input.items ?? []).length === 0) throw refused('notFound');
      const bill = await createIn(tx, actor, input);
      return { bill, insertedKeys: (input.items ?? []).map((item) => item.key.toLowerCase()), conflicts: [] };
    }
    const { bill: before, printJobs } = stored;
    const terms = await outletTerms(tx);
    const applied = await applyInput(stored, input, { tx, actor, terms });
    const strays = strayLines(stored, input.items);
    const followed = await followLines(tx, actor, strays, before.id);
    const late = await lateVoids(tx, strays, before);
    const by = { actor, now: instant(tx.now), version: before.version + 1 };
    const own = before.isOpen ? withStrays(applied.bill, strays, by) : applied.bill;
    const isChanged = applied.isChanged || own !== applied.bill;
    const merged = isChanged ? { ...applied, isChanged, bill: withDeliveryFee(tx, actor, own) } : applied;
    const { bill, insertedKeys, conflicts } = merged;
    if (merged.isChanged) {
      const jobs = merged.isPrinted && input.printJobKey !== undefined ? [...printJobs, input.printJobKey] : printJobs;
      const action = merged.isPrinted ? 'Printed' : 'Updated';
      await recordTickets(tx, { before, after: bill, terms });
      if (merged.voidedKeys.length > 0) await wasteSent(tx, actor, bill, merged.voidedKeys);
      writeBill(
        tx,
        actor,
        bill,
        { ...stored, printJobs: jobs },
        { action, ...changedNotes(before, merged), approval: merged.approval, tell: [action] },
      );
    }
    writeFollowed(tx, actor, followed);
    return { bill, insertedKeys, conflicts: [...conflicts, ...late] };
  });
}
