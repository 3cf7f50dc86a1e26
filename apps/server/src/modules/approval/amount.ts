/** Converts the amount of an approval between the API (laari or percent) and the store (laari or basis points). */
import { type ActionPermission, actionLimits } from '@atoll/domain/access/permission';

const scale = (permission: ActionPermission): number => (actionLimits[permission] === 'percent' ? 100 : 1);

/** Returns the whole number that is stored for an amount, rounded up. */
export function storedAmount(permission: ActionPermission, amount: number): number {
  return Math.ceil(amount * scale(permission) - 1e-9);
}

/** Returns the amount of the API for a stored number. */
export function apiAmount(permission: ActionPermission, stored: number | null): number | null {
  return stored === null ? null : stored / scale(permission);
}
