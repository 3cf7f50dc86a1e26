/** Amounts of approvals: laari stay, percents are kept as basis points. */
import { type ActionPermission, actionLimits } from '@atoll/domain/access/permission';

const scale = (permission: ActionPermission): number => (actionLimits[permission] === 'percent' ? 100 : 1);

/** Answers the whole number that is stored for an amount; what is more exact counts as the next greater. */
export function storedAmount(permission: ActionPermission, amount: number): number {
  return Math.ceil(amount * scale(permission) - 1e-9);
}

/** Answers the amount of a stored number. */
export function wireAmount(permission: ActionPermission, stored: number | null): number | null {
  return stored === null ? null : stored / scale(permission);
}
