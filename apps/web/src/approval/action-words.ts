import { type ActionPermission, actionLimits } from '@atoll/domain/access/permission';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { Catalogue } from '../locale/en/en.ts';

/** Returns the catalogue key of an action: 'bill.void.printed' → 'action.billVoidPrinted'. */
export function actionKey(permission: ActionPermission): `action.${keyof Catalogue['action']}` {
  const name = permission.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `action.${name as keyof Catalogue['action']}`;
}

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

/** Returns an amount in the unit of the action: rufiyaa or percent. */
export function amountText(permission: ActionPermission, amount: number): string {
  return actionLimits[permission] === 'percent' ? `${amount} %` : formatMoney(laari(amount));
}
