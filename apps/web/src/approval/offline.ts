/** Approvals while the server is away, by approval codes that are stored on this device. Source: R36.5, docs/rules.md#offline-approvals. */
import { actionLimits } from '@atoll/domain/access/permission';
import { lineAmount } from '@atoll/domain/bill/totals';
import { type ApprovalAbout, aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import { useBills } from '../bills/bills.ts';
import { grownHere } from '../bills/pay/grown-discount.ts';
import { grantOffline, type OfflineGrant, offlineApprovers } from '../session/approval-code.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import type { ApprovalSubject } from './approval.ts';

/** Rounding can make the share of a discount greater than its percentage. */
const roundingPercent = 0.01;

/** Returns the people who can approve it on this device without the server. */
export async function approversHere({ permission }: Pick<ApprovalSubject, 'permission'>) {
  const { user, scope } = useSession.getState();
  return user && scope ? offlineApprovers(permission, { outletId: scope.outletId, userId: user.id }) : [];
}

/** Returns whether somebody can approve the command on this device while the server is away. */
export const canApproveOffline = async (subject: ApprovalSubject): Promise<boolean> =>
  subject.worksOffline === true && (await approversHere(subject)).length > 0;

/** Returns what an approval is about, from the bill as this till knows it. */
export function aboutHere(asked: ApprovalSubject): ApprovalAbout {
  const { permission, amount, subjectKey, itemKeys, shownItemKeys = [] } = asked;
  const bill = useBills.getState().bills[subjectKey];
  if (!bill) return aboutNothing;
  const { type, slot, number, total, items } = bill;
  const grown = permission === 'bill.discount' ? grownHere(useBills.getState(), bill) : null;
  const named = items.filter((item) => (itemKeys ?? shownItemKeys).includes(item.key));
  return {
    ...aboutNothing,
    bill: { type, slot, number, total },
    items: named.map((item) => ({ key: item.key, name: item.name, qty: item.qty, amount: lineAmount(item) })),
    ...(grown && grown.percentage === amount && { grown }),
  };
}

/** Checks the approval code and returns the approval. */
export async function approveOffline(asked: ApprovalSubject, email: string, code: string): Promise<OfflineGrant> {
  const { user, scope } = useSession.getState();
  if (!user || !scope) return { state: 'erased' };
  const { permission, subjectKey, itemKeys, amount } = asked;
  const isPercent = actionLimits[permission] === 'percent';
  return grantOffline(email, code, {
    permission,
    subjectKey,
    itemKeys,
    outletId: scope.outletId,
    requestedBy: user.id,
    shiftKey: useApp.getState().shift?.key ?? '',
    amount: amount === undefined ? null : isPercent ? Math.min(100, amount + roundingPercent) : amount,
  });
}
