/** What is paid of an order ahead: sent, and its receipt printed. Source: R22.3, R22.13, docs/rules.md#orders. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { amountDue } from '@atoll/domain/payment/tender';
import { call } from '../../api/api.ts';
import { t } from '../../locale/locale.ts';
import { printRefund } from '../../printing/printing.ts';
import { settingHere } from '../../sync/app-store.ts';
import { needsReference, offeredMethods, paysByCard } from '../offered.ts';
import { type EnteredWallet, leftText } from '../wallet/hold-card.ts';

/** A part of an order as it is typed. `amount` in laari. */
export interface Part {
  readonly amount: number | null;
  readonly method: PaymentMethod;
  readonly reference: string;
  /** The gift card, store credit or deposit that pays it. */
  readonly wallet?: EnteredWallet | undefined;
}

/** Returns the methods that pay a part of an order. */
export const partMethods = (): readonly PaymentMethod[] =>
  offeredMethods('none').flatMap(({ method }) => (method === 'Complimentary' ? [] : [method]));

export const emptyPart = (): Part => ({ amount: null, method: partMethods()[0] ?? 'Cash', reference: '' });

/** Returns what is wrong with a part that is to be paid, in words. */
export function partFault({ amount, method, reference, wallet }: Part): string | undefined {
  if (paysByCard(method)) {
    if (!wallet) return t('wallet.codeNeeded');
    return (amount ?? 0) > wallet.left ? leftText(wallet) : undefined;
  }
  const isMissing = method !== 'Cash' && needsReference(method) && reference.trim() === '';
  return isMissing ? t('service.referenceNeeded') : undefined;
}

/** Returns the payments of a part. `key`: of the bill that they pay. */
export function partPayments(key: string, { amount, method, reference, wallet }: Part): [PaymentInput] {
  const sum = amount ?? 0;
  const { due } = amountDue(sum, [{ method, amount: sum }], settingHere('RoundCash'));
  const payment = { key: derivedKey('payment', key), method, amount: due };
  if (!wallet) return [{ ...payment, ...(reference.trim() && { reference: reference.trim() }) }];
  const { left: _, kind, ...held } = wallet;
  return [{ ...payment, method: kind, wallet: held }];
}

/** Pays a part of an order, once for a key, and prints its receipt. */
export async function payPart(orderKey: string, key: string, part: Part): Promise<void> {
  const body = { key, orderKey, amount: part.amount ?? 0, payments: partPayments(key, part) };
  const bill = await call('order.pay', { body, inPlace: true });
  void printRefund(bill as unknown as Bill);
}
