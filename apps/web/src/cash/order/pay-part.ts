/** What is paid of an order ahead: sent, and its receipt printed. Source: R22.13, docs/rules.md#orders. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { type PaymentMethod, paymentMethods } from '@atoll/domain/payment/methods';
import { amountDue } from '@atoll/domain/payment/tender';
import { call } from '../../api/api.ts';
import { printRefund } from '../../printing/printing.ts';
import { settingHere } from '../../sync/app-store.ts';

/** A part of an order as it is typed. `amount` in laari. */
export interface Part {
  readonly amount: number | null;
  readonly method: PaymentMethod;
  readonly reference: string;
}

const never: readonly string[] = ['HouseAccount', 'GiftCard', 'Complimentary'];

/** Returns the methods that pay a part of an order. */
export const partMethods = (): readonly PaymentMethod[] =>
  settingHere('PaymentMethods').filter((method) => paymentMethods.includes(method) && !never.includes(method));

/** Pays a part of an order, once for a key, and prints its receipt. */
export async function payPart(orderKey: string, key: string, { amount, method, reference }: Part): Promise<void> {
  const sum = amount ?? 0;
  const { due } = amountDue(sum, [{ method, amount: sum }], settingHere('RoundCash'));
  const payment = { key: derivedKey('payment', key), method, amount: due };
  const payments = [{ ...payment, ...(reference.trim() && { reference: reference.trim() }) }];
  const bill = await call('order.pay', { body: { key, orderKey, amount: sum, payments }, inPlace: true });
  void printRefund(bill as unknown as Bill);
}
