import type { ActionPermission } from '@atoll/domain/access/permission';
import type { Catalogue } from '../locale/en/en.ts';
import { actionKey } from './action-words.ts';
import type { ApprovalSubject } from './approval.ts';

const lowering: Partial<Record<ActionPermission, `lower.${keyof Catalogue['lower']}`>> = {
  'item.void.sent': 'lower.voidItem',
  'bill.void': 'lower.voidBill',
  'bill.discount': 'lower.discount',
  'bill.transfer': 'lower.move',
};

/** Returns the catalogue key of what an approval is asked for: what is done to a printed bill, instead of that it gets smaller. */
export function askedKey({ permission, doing }: Pick<ApprovalSubject, 'permission' | 'doing'>) {
  const done = permission === 'bill.lower.printed' && doing !== undefined ? lowering[doing] : undefined;
  return done ?? actionKey(permission);
}
