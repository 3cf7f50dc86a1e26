import { type ActionPermission, actionLimits, actionPermissions } from '@atoll/domain/access/permission';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Catalogue } from '../locale/en/en.ts';

/** Returns whether a text is the name of an action permission. */
export const isAction = (name: unknown): name is ActionPermission => actionPermissions.some((one) => one === name);

/** Returns the catalogue key of an action: 'bill.void.printed' → 'action.billVoidPrinted'. */
export function actionKey(permission: ActionPermission): `action.${keyof Catalogue['action']}` {
  const name = permission.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `action.${name as keyof Catalogue['action']}`;
}

/** Returns an amount in the unit of the action: rufiyaa or percent. */
export function amountText(permission: ActionPermission, amount: number): string {
  return actionLimits[permission] === 'percent' ? `${amount} %` : formatMoney(laari(amount));
}
