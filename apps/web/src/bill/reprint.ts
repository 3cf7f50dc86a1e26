/** Prints receipts: the original without approval; each copy may need one, given in place. Source: docs/rules.md#copies. */

import type { Bill } from '@atoll/domain/bill/bill';
import { named } from '@atoll/domain/refusal/sentence';
import { CallError, call } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { ApprovalDeclined, approvalHeaders, withApproval } from '../approval/approval.ts';
import { showRefusal } from '../approval/show-refusal.ts';
import { t } from '../locale/locale.ts';
import { printReceipt } from '../printing/printing.ts';
import { copiesPrinted, receiptKey } from '../printing/receipts.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';

/** Prints the receipt of a completed bill, if permitted. */
export async function giveReceipt(bill: Bill): Promise<void> {
  const copyNo = copiesPrinted(receiptKey(bill));
  if (copyNo > 0 && !(await mayReprint(bill, copyNo))) return;
  await printReceipt(bill);
}

/**
 * Returns whether a copy may be printed; the server records it. Without the server a permitted person continues, and the print server's own
 * count is printed.
 */
async function mayReprint(bill: Bill, copyNo: number): Promise<boolean> {
  const holds = useSession.getState().user?.permissions.includes('bill.reprint') ?? false;
  if (!useConnection.getState().isOnline && holds) return true;
  const jobKey = uuidv7();
  try {
    const reason = t('approval.copyOf', { copy: copyNo, bill: bill.invoiceNumber ?? bill.number ?? '' });
    await withApproval(
      { permission: 'bill.reprint', subjectType: 'Bill', subjectKey: bill.key, reason },
      (approvalKey) =>
        call('bill.reprint', {
          body: { billId: bill.id ?? bill.key, jobKey, copyNo },
          headers: approvalHeaders(approvalKey),
          quiet: true,
        }),
    );
    return true;
  } catch (error) {
    if (error instanceof ApprovalDeclined) return false;
    if (!(error instanceof CallError)) return holds;
    showRefusal({
      message: named(error.message),
      ...(error.body?.details ? { details: named(error.body.details) } : {}),
    });
    return false;
  }
}
