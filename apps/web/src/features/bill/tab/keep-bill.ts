/** Keeps a bill for later and prints its papers: with numbers of the outlet, or without the server with that of this till. Source: R22.12, docs/rules.md#orders. */
import { firstPartKey } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import type { OrderDetails } from '@atoll/domain/contract/bill/order';
import { call, forPrinting } from '../../../api/api.ts';
import { localizedRefusal } from '../../../approval/show-refusal.ts';
import { useBills } from '../../../bills/bills.ts';
import type { KeepRequest } from '../../../bills/pay/keep-order.ts';
import { orderLines } from '../../../cash/order/order-lines.ts';
import { type Part, partPayments } from '../../../cash/order/pay-part.ts';
import { forgetTaken, takeNow } from '../../../cash/wallet/kept-wallets.ts';
import { t } from '../../../locale/locale.ts';
import { sentenceText } from '../../../locale/sentence.ts';
import { printRefund } from '../../../printing/printing.ts';
import { showToast } from '../../../ui/overlay/toast.ts';
import { printOrder, provisionalPart } from './order-papers.ts';

interface Keeping extends Pick<KeepRequest, 'itemKeys' | 'showsRefusal'> {
  readonly bill: Bill;
  readonly order: Pick<OrderDetails, 'kind' | 'name' | 'phone' | 'dueAt' | 'plan' | 'tax'>;
  readonly orderKey: string;
  readonly part: Part;
  readonly timezone: string;
}

/** Keeps the items of a bill for later, with what is paid of it now, and prints its papers. Returns why not, in words. */
export async function keepBill(keeping: Keeping): Promise<string | undefined> {
  const { bill, order, itemKeys, orderKey, part, timezone, showsRefusal } = keeping;
  const amount = part.amount ?? 0;
  const payments = amount > 0 ? partPayments(firstPartKey(orderKey), part) : [];
  const refused = await takeNow(payments);
  if (refused) return sentenceText(refused);
  const done = await useBills.getState().keepOrder(bill.key, {
    order,
    itemKeys,
    amount,
    payments,
    ...(showsRefusal && { showsRefusal }),
  });
  if (!done.ok) {
    void forgetTaken(payments);
    if (done.refusal.reason === 'billChanged') return t('order.changed');
    return sentenceText(localizedRefusal(done.refusal).message);
  }
  if (done.value.state === 'sent') {
    const { order: made } = done.value;
    void printOrder(made, amount, timezone);
    if (amount > 0) void printPaid(orderKey);
    showToast(t('order.kept', { number: made.number }), 'info');
    return undefined;
  }
  const { bill: kept, number } = done.value;
  const slip = { ...order, number, lines: orderLines(kept), total: kept.total, isProvisional: true };
  void printOrder(slip, amount, timezone);
  const first = { orderKey, number, tax: order.tax, amount, payments, left: part.wallet?.left };
  if (amount > 0) void printRefund(provisionalPart(kept, first));
  showToast(t('order.keptHere', { number }), 'info');
  return undefined;
}

/** Prints the receipt of what was paid of a new order. */
async function printPaid(orderKey: string): Promise<void> {
  const params = { id: firstPartKey(orderKey) };
  const bill = await call('bill.find', { params, ...forPrinting }).catch(() => null);
  if (bill) await printRefund(bill as unknown as Bill);
}
