/**
 * Whether a change that this device applies may reduce a printed bill: asked before it is applied, so that nobody does offline what needs an approval.
 * The server asks the same. Source: R36.8, docs/rules.md#printed-total.
 */
import { permissionEffect } from '@atoll/domain/access/can';
import type { Bill } from '@atoll/domain/bill/bill';
import { loweringOf } from '@atoll/domain/bill/printed';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { useSession } from './session.ts';
import { approvableOf } from './token.ts';

const permission = 'bill.lower.printed';

/** Returns the refusal of a change that leads to this bill; null when the person may make it alone. Refused: 'approvalNeeded', 'forbidden'. */
export function refusedLowering(after: Bill): Result<never> | null {
  const amount = loweringOf(after);
  if (amount === 0) return null;
  const { user } = useSession.getState();
  const held = {
    permissions: user?.permissions ?? [],
    approvable: user?.token ? approvableOf(user.token) : [permission],
  };
  const effect = permissionEffect(held, permission, amount);
  if (effect === 'allow') return null;
  const extra = { permission, subjectKey: after.key, amount };
  return refuse(effect === 'deny' ? 'forbidden' : 'approvalNeeded', { extra });
}
