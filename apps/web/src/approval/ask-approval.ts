/** Approval of outbox entries that their author may no longer send, without a sign-out. Source: docs/rules.md#outbox-author, docs/decisions/020. */
import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { t } from '../locale/locale.ts';
import { isForbidden, type OutboxEntry } from '../outbox/entry.ts';
import { sendForbidden, useOutbox } from '../outbox/outbox.ts';
import { unsyncedAmount } from '../outbox/unsynced-amount.ts';
import { permissionFor } from '../unsent/outbox-words.ts';
import { ApprovalDeclined, askFor } from './approval.ts';

/** Asks for the approval and sends all entries of the entry's outlet that need it: one passcode for the whole list. */
export async function askApproval(entry: OutboxEntry): Promise<void> {
  const { outletId, deviceId } = entry;
  const waiting = useOutbox.getState().entries.filter((each) => isForbidden(each) && each.outletId === outletId);
  const amount = formatMoney(laari(unsyncedAmount(waiting)));
  try {
    const approval = await askFor({
      permission: permissionFor(entry),
      subjectType: sendingSubject,
      subjectKey: deviceId,
      reason: t('outbox.leaveFor', { count: waiting.length, amount }),
    });
    await sendForbidden({ outletId, approval });
  } catch (error) {
    if (!(error instanceof ApprovalDeclined)) throw error;
  }
}
