/** Marks an entry of an approval as sent, in the transaction of its command. Source: R36.16. */
import type { OutletTx } from '../store.ts';

interface Sender {
  readonly sendApproval?: string | undefined;
  readonly sendEntry?: string | undefined;
}

/**
 * Marks the entry with the number of the history entry that its command has just written, and the approval as used when no entry is left.
 * Does nothing for a command without such an approval.
 */
export function markSentEntry(tx: OutletTx, { sendApproval, sendEntry }: Sender): void {
  if (sendApproval === undefined || sendEntry === undefined) return;
  const { outletId, historySeq } = tx.head;
  tx.write(
    tx.db
      .updateTable('approval_entry')
      .set({ used_seq: historySeq })
      .where('outlet_id', '=', outletId)
      .where('approval_key', '=', sendApproval)
      .where('digest', '=', sendEntry),
  );
  tx.write(
    tx.db
      .updateTable('approval')
      .set({ status: 'Used' })
      .where('outlet_id', '=', outletId)
      .where('key', '=', sendApproval)
      .where('status', '=', 'Granted')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('approval_entry')
              .select('digest')
              .where('outlet_id', '=', outletId)
              .where('approval_key', '=', sendApproval)
              .where('used_seq', 'is', null),
          ),
        ),
      ),
  );
}
