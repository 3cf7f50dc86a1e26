/** Approval of outbox entries that their author may no longer send, without a sign-out. Source: docs/rules.md#outbox-author, docs/decisions/020. */
import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import { maxSentEntries, type WaitingEntry } from '@atoll/domain/contract/bill/approval-about';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { t } from '../locale/locale.ts';
import { isForbidden, isWaiting, laneOf, type OutboxEntry, outboxCalls } from '../outbox/entry.ts';
import { sendForbidden, useOutbox } from '../outbox/outbox.ts';
import { unsyncedAmount } from '../outbox/unsynced-amount.ts';
import { permissionFor } from '../unsent/outbox-words.ts';
import { ApprovalDeclined, askFor } from './approval.ts';

/** The largest list of entries that fits a request, in characters of JSON. */
const maxListLength = 600_000;

/** Returns the entries of an outlet that an approval sends: the forbidden ones, and those of their bills that wait behind them. */
function entriesToSend(all: readonly OutboxEntry[], outletId: number): readonly OutboxEntry[] {
  const here = all.filter((each) => each.outletId === outletId);
  const lanes = new Set(here.filter(isForbidden).map(laneOf));
  let length = 0;
  const fits = ({ body }: OutboxEntry): boolean => {
    length += JSON.stringify(body).length;
    return length <= maxListLength;
  };
  return here
    .filter((each) => isForbidden(each) || (lanes.has(laneOf(each)) && isWaiting(each)))
    .slice(0, maxSentEntries)
    .filter(fits);
}

const asWaiting = ({ kind, body, userId }: OutboxEntry): WaitingEntry => ({
  call: outboxCalls[kind],
  body,
  authorId: userId,
});

/**
 * Asks for the approval and sends the entries of the entry's outlet that need it: one passcode for the whole list. The approver sees each of them,
 * and only these are sent with it (R36.16).
 */
export async function askApproval(entry: OutboxEntry): Promise<void> {
  const { outletId, deviceId } = entry;
  const waiting = entriesToSend(useOutbox.getState().entries, outletId);
  const amount = formatMoney(laari(unsyncedAmount(waiting)));
  try {
    const approval = await askFor({
      permission: permissionFor(entry),
      subjectType: sendingSubject,
      subjectKey: deviceId,
      reason: t('outbox.leaveFor', { count: waiting.length, amount }),
      entries: waiting.map(asWaiting),
    });
    await sendForbidden({ outletId, approval, keys: new Set(waiting.map(({ key }) => key)) });
  } catch (error) {
    if (!(error instanceof ApprovalDeclined)) throw error;
  }
}
