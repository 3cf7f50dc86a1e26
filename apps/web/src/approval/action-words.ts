import { type ActionPermission, actionLimits } from '@atoll/domain/access/permission';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Catalogue } from '../locale/en/en.ts';

/** The key of the words of an action: 'bill.void.printed' → 'action.billVoidPrinted'. */
export function actionKey(permission: ActionPermission): `action.${keyof Catalogue['action']}` {
  const name = permission.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `action.${name as keyof Catalogue['action']}`;
}

/** Answers an amount as the action counts it: rufiyaa or percent. */
export function amountText(permission: ActionPermission, amount: number): string {
  return actionLimits[permission] === 'percent' ? `${amount} %` : formatMoney(laari(amount));
}
