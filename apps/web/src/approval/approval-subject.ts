/** What an approval is asked for: as the server reads it, and in words. */
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { Catalogue } from '../locale/en/en.ts';
import { actionKey } from './action-words.ts';
import type { AskedApproval } from './approval.ts';

/** Returns what an approval is asked for, for a request. */
export function subjectOf(asked: AskedApproval) {
  const { permission, amount, subjectType, subjectKey, itemKeys, newItems, entries, toUserId } = asked;
  return {
    permission,
    ...(amount !== undefined && { amount }),
    subjectType,
    subjectKey,
    ...(itemKeys && { itemKeys: [...itemKeys] }),
    ...(newItems && { newItems: [...newItems] }),
    ...(entries && { entries: [...entries] }),
    ...(toUserId !== undefined && { toUserId }),
  };
}

/** Returns whether all bills of a person or of a section are handed over: their list may be long. */
export const handsMany = (subjectType: string): boolean => subjectType === 'User' || subjectType === 'Section';

/** A permission that is asked for, and what the person does with it when it is for reducing a printed bill. */
interface AskedAction {
  readonly permission: ActionPermission;
  readonly doing?: ActionPermission | undefined;
}

const lowering: Partial<Record<ActionPermission, `lower.${keyof Catalogue['lower']}`>> = {
  'item.void.sent': 'lower.voidItem',
  'item.void.unsent': 'lower.voidItem',
  'bill.void': 'lower.voidBill',
  'bill.discount': 'lower.discount',
  'bill.transfer': 'lower.move',
};

/** Returns the catalogue key of what an approval is asked for: what is done to a printed bill, instead of that it gets smaller. */
export function askedKey({ permission, doing }: AskedAction) {
  const done = permission === 'bill.lower.printed' && doing !== undefined ? lowering[doing] : undefined;
  return done ?? actionKey(permission);
}
