/** Approvals that a refusal of a payment or a cash movement needs. No first screen takes one. Source: docs/rules.md#approvals. */
import type { ErrorBody } from '../api/api.ts';
import { ApprovalDeclined, type ApprovalSubject, askFor, namedBy } from '../approval/approval.ts';

/** Asks for the approval that a refusal needs. Returns its key, or null when the person closes the dialog. */
export async function approvalFor(refusal: ErrorBody, subject: ApprovalSubject): Promise<string | null> {
  try {
    return await askFor(namedBy(refusal, subject));
  } catch (error) {
    if (error instanceof ApprovalDeclined) return null;
    throw error;
  }
}

/** Returns what asks for the approval that the payment of a bill needs: for credit above a limit, or for a discount that grew. */
export const paymentApproval = (billKey: string) => (refusal: ErrorBody) =>
  approvalFor(refusal, {
    permission: 'payment.credit',
    subjectType: 'Bill',
    subjectKey: billKey,
    isOffline: refusal['isOffline'] === true,
  });
