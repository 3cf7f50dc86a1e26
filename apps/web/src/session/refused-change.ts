/**
 * Whether a change that this device applies needs an approval: it reduces a printed bill, or its discount becomes a greater share than was allowed.
 * Asked before it is applied, so that nobody does offline what the server asks about. Source: R36.8, R36.9, docs/rules.md#printed-total.
 */
import { permissionEffect } from '@atoll/domain/access/can';
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { Bill } from '@atoll/domain/bill/bill';
import { discountShare, grownShare } from '@atoll/domain/bill/discount/discount-share';
import { loweringOf } from '@atoll/domain/bill/printed';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { useSession } from './session.ts';
import { approvableOf, limitsOf } from './token.ts';

const asked: readonly ActionPermission[] = ['bill.lower.printed', 'bill.discount'];

/** Returns the refusal of a change from one bill to another; null when the person may make it alone. Refused: 'approvalNeeded', 'forbidden'. */
export function refusedChange(before: Bill, after: Bill): Result<never> | null {
  const share = grownShare({ ...after, discountShare: after.discountShare ?? discountShare(before) });
  const amounts: Partial<Record<ActionPermission, number>> = {
    'bill.lower.printed': loweringOf(after),
    'bill.discount': share ?? 0,
  };
  for (const permission of asked) {
    const amount = amounts[permission] ?? 0;
    const effect = amount > 0 ? effectOf(permission, amount) : 'allow';
    if (effect === 'allow') continue;
    const extra = { permission, subjectKey: after.key, amount };
    return refuse(effect === 'deny' ? 'forbidden' : 'approvalNeeded', { extra });
  }
  return null;
}

/** Returns how the person may do it. Without an access token, on a screen unlocked offline, what they may ask for is not known: they may. */
export function effectOf(permission: ActionPermission, amount: number) {
  const { user } = useSession.getState();
  const token = user?.token ?? '';
  const held = {
    permissions: user?.permissions ?? [],
    approvable: token ? approvableOf(token) : asked,
    limits: token ? limitsOf(token) : {},
  };
  return permissionEffect(held, permission, amount);
}
