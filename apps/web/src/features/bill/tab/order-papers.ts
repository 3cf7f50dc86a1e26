/** What a guest takes home of a new order: its slip, and without the server the provisional receipt of what was paid. Source: R22.12, docs/rules.md#orders. */
import { depositLine, firstPartKey, instalmentLines } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import { applyTotals, emptyBill } from '@atoll/domain/bill/new-bill';
import { inState } from '@atoll/domain/bill/states';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { OrderDetails } from '@atoll/domain/contract/bill/order';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { tillNowText } from '../../../clock/till-clock.ts';
import { dayAndTime, recordDate } from '../../../locale/instant.ts';
import { t } from '../../../locale/locale.ts';
import { drawerPrinter, printSlip } from '../../../printing/slip.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';

/** What the slip of an order says. */
export type OrderSlip = Pick<
  OrderDetails,
  'kind' | 'number' | 'name' | 'phone' | 'dueAt' | 'lines' | 'total' | 'plan'
> & {
  /** The order has no number of the outlet yet. */
  readonly isProvisional?: boolean;
};

/** Prints what the guest takes home besides the receipt of what was paid. `paid`: today, laari. */
export async function printOrder(order: OrderSlip, paid: number, timezone: string): Promise<void> {
  const money = (sum: number) => formatAmount(laari(sum));
  const rest = order.total - paid;
  const planned = paid > 0 ? order.plan.slice(1) : order.plan;
  const parts = order.plan.length > 0 ? planned : [{ date: order.dueAt, amount: rest }];
  const later = parts.map((one) => t('order.planRow', { amount: money(one.amount), date: recordDate(one.date) }));
  const plan =
    rest > 0 && paid > 0
      ? t('order.plan', { today: money(paid), later: later.join(', ') })
      : rest > 0
        ? later.join(', ')
        : '';
  await printSlip(drawerPrinter(), {
    title: t(order.kind === 'Layaway' ? 'order.kinds.Layaway' : 'order.kinds.Order'),
    large: order.number,
    rows: [
      { label: t('order.customer'), value: [order.name, order.phone].filter(Boolean).join(' ') },
      { label: t('order.due'), value: dayAndTime(order.dueAt, timezone) },
      ...order.lines.map((line) => ({ label: `${line.qty} ${line.name}`.slice(0, 60), value: money(line.amount) })),
      { label: t('order.total'), value: money(order.total), isHeading: true },
    ],
    note: [order.isProvisional ? t('order.provisional') : '', plan].filter(Boolean).join(' ').slice(0, 300),
  });
}

interface FirstPart {
  readonly orderKey: string;
  /** The number of this till, which its papers have. */
  readonly number: string;
  readonly tax: OrderDetails['tax'];
  readonly amount: number;
  readonly payments: readonly PaymentInput[];
  /** What was left on the wallet that paid, laari. */
  readonly left?: number | undefined;
}

/** Returns the bill of the first part of an order as this till took it: the server makes its number, GST and paper right. */
export function provisionalPart(of: Bill, { orderKey, number, tax, amount, payments, left = 0 }: FirstPart): Bill {
  const { user: known } = useSession.getState();
  const user = known && { id: known.id, name: known.name };
  const now = tillNowText();
  const key = firstPartKey(orderKey);
  const about = { order: { key: orderKey, number }, amount, now, user };
  const { type, slot, gstMode, gstPct, gstOnServiceCharge, customer, customerId, meta } = of;
  const blank = emptyBill({
    key,
    type,
    slot,
    terms: { gstMode, gstPct, serviceChargePct: 0, gstOnServiceCharge },
    now,
    user,
  });
  const items =
    tax === 'Refundable'
      ? [depositLine({ ...about, key, card: { hash: '', last4: '' } })]
      : instalmentLines(of, { ...about, key: (index) => `${key} ${index}` });
  const taken = payments.map(({ key: paymentKey, method, amount: sum, reference = '', wallet }) => ({
    key: paymentKey,
    method,
    amount: sum,
    reference,
    tendered: sum,
    change: 0,
    status: 'Captured' as const,
    receivedBy: user?.id ?? null,
    shiftId: useApp.getState().shift?.id ?? null,
    at: now,
    ...(wallet && { wallet: { id: wallet.id, last4: wallet.last4, left: left - sum } }),
  }));
  const paid = taken.reduce((sum, one) => sum + one.amount, 0);
  return applyTotals({
    ...inState(blank, 'Complete'),
    name: number,
    customer,
    customerId,
    meta,
    items,
    payments: taken,
    payment: taken.at(-1) ?? null,
    roundingAmount: paid - amount,
    completedAt: now,
  });
}
