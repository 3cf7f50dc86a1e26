/** Saves a bill that has a tab limit: items beyond it need an approval. Source: R22.16. */
import { permissionEffect } from '@atoll/domain/access/can';
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import type { ApprovalSubject } from '../../../approval/approval.ts';
import { approved } from '../../../approval/approved.ts';
import { useBills } from '../../../bills/bills.ts';
import type { CommandOptions } from '../../../bills/server-call.ts';
import { useSession } from '../../../session/session.ts';
import { approvableOf } from '../../../session/token.ts';

/** Returns whether the person may go beyond a limit. Without an access token what they may ask for is not known: they may. */
function effectHere() {
  const { user } = useSession.getState();
  const token = user?.token ?? '';
  const approvable = token ? approvableOf(token) : (['payment.credit'] as const);
  return permissionEffect({ permissions: user?.permissions ?? [], approvable }, 'payment.credit');
}

/** Returns the subject of an approval to go beyond a limit up to an amount, laari. It works without the server too. */
export const beyondTab = ({ key }: Bill, amount: number): ApprovalSubject => ({
  permission: 'payment.credit',
  subjectType: 'Bill',
  subjectKey: key,
  amount,
  worksOffline: true,
});

/** Runs a command that goes beyond a limit once somebody approved it. Refused: 'approvalNeeded', 'forbidden'. */
export async function whenApproved(
  { permission, subjectKey, amount }: ApprovalSubject,
  { approvalKey }: CommandOptions,
  command: (approval?: string) => Promise<Result<Bill>>,
): Promise<Result<Bill>> {
  const effect = approvalKey === undefined ? effectHere() : 'allow';
  if (effect === 'allow') return command(approvalKey);
  return refuse(effect === 'deny' ? 'forbidden' : 'approvalNeeded', { extra: { permission, subjectKey, amount } });
}

/** Saves the bill; null when the person closed the approval: its items stay unsaved. Refused: 'forbidden', and as `save`. */
export async function saveTab(bill: Bill): Promise<Result<Bill> | null> {
  const { save, drafts } = useBills.getState();
  const amount = toPay(bill);
  const isBeyond = (drafts[bill.key]?.items.length ?? 0) > 0 && amount > (bill.tabLimit ?? amount);
  if (!isBeyond) return save(bill.key);
  const subject = beyondTab(bill, amount);
  return approved(subject, (options) => whenApproved(subject, options, (approval) => save(bill.key, approval)));
}
