/** Refunds a paid bill, or items of it, in the open shift. Source: docs/rules.md#refunds, docs/rules.md#invariant-4, docs/rules.md#invariant-5, docs/rules.md#invariant-14. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { refundBill as backOf, type Refund } from '@atoll/domain/bill/split/refund';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { businessDate } from '@atoll/domain/date/business-day';
import { settingOf } from '@atoll/domain/outlet/settings';
import { withExchanges } from '@atoll/domain/payment/exchange';
import { checkPayOut, payOutDue } from '@atoll/domain/payment/pay-out';
import type { Payment } from '@atoll/domain/payment/payment';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { returnToStock } from '../../stock/service.ts';
import { walletsOfRefund } from '../../wallet/service.ts';
import { allow, type BillActor } from '../input/actor.ts';
import { numberLines } from '../input/apply-input.ts';
import { instant } from '../input/device-time.ts';
import { type OutletTerms, outletTerms } from '../input/outlet-terms.ts';
import { exchangesOf } from '../read/exchanges.ts';
import { withGivers } from '../read/givers.ts';
import { findStored, loadBill } from '../read/load.ts';
import { paymentByKey } from '../read/queries.ts';
import { doneOf, refundableOf } from '../read/refunded.ts';
import { refundOnAccount } from '../record/house-account.ts';
import { checkInstalment } from '../record/order-status.ts';
import { checkPayments, nextInvoice } from '../record/payments.ts';
import { planTakeBack, writeBillPoints } from '../record/points.ts';
import { writeNewBill } from '../record/record.ts';
import { refundRow, writeRefund } from '../record/refund-record.ts';
import { hourOf } from '../record/sale.ts';
import { planWalletRefund, writeWalletRefund } from '../record/wallet-refund.ts';

export type RefundInput = BodyOf<typeof contract.refundBill>;

/**
 * Returns the refund: a complete bill of negative quantities in the open shift that names the paid one. Idempotent by key.
 * Refused: 'notFound', 'notPaid', 'refundOfRefund', 'refundTooLarge', 'nothingToRefund', 'noShiftActive', 'keyReused', 'paymentShort', 'overpaid'
 * (with `due`, the amount to pay out), 'refundAboveMethod' (with `method` and `left`), 'paymentMethodUnknown', 'forbidden', 'approvalNeeded'.
 */
export function refundBill(store: Store, actor: BillActor, input: RefundInput): Promise<Bill> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const outletId = tx.head.outletId;
    const payments = input.payments.map((payment) => ({ ...payment, key: payment.key.toLowerCase() }));
    const [again, stored, ...used] = await Promise.all([
      findStored(tx, input.key),
      loadBill(tx, actor, input.billId),
      ...payments.map(({ key }) => tx.load(paymentByKey, { outletId, key })),
    ]);
    if (again !== undefined) {
      if (again.bill.refundOfId !== stored.bill.id) throw refused('keyReused');
      return again.bill;
    }
    if (used.some((rows) => rows.length > 0)) throw refused('keyReused');
    const exchanges = await exchangesOf(tx.db, outletId, stored.bill.id ?? 0);
    const paid = withExchanges(await withGivers(tx.db, outletId, stored.bill), exchanges);
    return refund(tx, actor, paid, { ...input, payments });
  });
}

async function refund(tx: OutletTx, actor: BillActor, paid: Bill, input: RefundInput): Promise<Bill> {
  if (tx.head.shiftId === null) throw refused('noShiftActive');
  const { outletId } = tx.head;
  await checkInstalment(tx, paid);
  const terms = await outletTerms(tx);
  const parts = input.items?.map((one) => ({ ...one, key: one.key.toLowerCase() })) ?? null;
  const key = input.key.toLowerCase();
  const origin = new Map<string, string>();
  const done = await doneOf(tx.db, outletId, paid);
  const made = backOf(paid, parts, done, {
    key,
    now: instant(tx.now),
    user: { id: actor.userId, name: actor.name },
    newKey: (itemKey) => {
      const derived = derivedKey(`refund ${key} ${itemKey}`);
      origin.set(derived, itemKey);
      return derived;
    },
  });
  if (!made.ok) throw new Refused({ ...made.refusal, extra: { bill: paid } });
  const { roundingAmount, due } = dueOf(made.value, input, terms);
  const payments = checkPayments(made.value.bill, input, terms, actor, due);
  const byMethod = checkPayOut(input.payments, await refundableOf(tx.db, outletId, paid));
  if (!byMethod.ok) throw new Refused({ ...byMethod.refusal, extra: { ...byMethod.refusal.extra, bill: paid } });
  const owed = Math.abs(made.value.bill.total + made.value.bill.roundingAmount);
  const split = await walletsOfRefund(tx.db, outletId, paid, owed);
  const ownerId = await ownerOf(tx, paid);
  const back = await planWalletRefund(tx, payments, {
    paid,
    customerId: ownerId,
    author: actor,
    hasWallets: terms.outlet.features.includes('Wallets'),
    inputs: input.payments,
    split,
  });
  const points = await planTakeBack(tx, key, paid, done.qty, doneWith(done.qty, made.value.bill, origin));
  const approval = await allow(tx, actor, [{ permission: 'bill.refund', subjectKey: paid.key, amount: Math.abs(due) }]);
  const date = businessDate(tx.now, terms.outlet.timezone, terms.outlet.businessDayCutoff);
  const at = instant(tx.now);
  tx.head.billNumber += 1;
  const taken = back.payments.map(
    (payment): Payment => ({ ...payment, status: 'Captured', receivedBy: actor.userId, shiftId: tx.head.shiftId, at }),
  );
  const bill: Bill = numberLines(tx, {
    ...made.value.bill,
    id: await tx.nextId('bill'),
    version: 1,
    number: tx.head.billNumber,
    invoiceNumber: nextInvoice(tx.head, terms.outlet.invoicePrefix, date, { number: tx.head.billNumber }),
    note: input.reason.trim(),
    roundingAmount,
    payments: taken,
    payment: taken.at(-1) ?? null,
    shiftId: tx.head.shiftId,
    approved: approval === null ? [] : [approval],
    receivedAt: at,
    completedAt: at,
    businessDate: date,
    lastSavedAt: at,
    ...(points && { points: points.points }),
  });
  const { invoiceNumber, total, gst } = bill;
  const paidOut = taken.map(({ key: paymentKey, method, amount: part }) => ({ key: paymentKey, method, amount: part }));
  const note = { invoiceNumber, total, gst, reason: bill.note, ofKey: paid.key, payments: paidOut };
  const lines = bill.items.map((item) => {
    const itemKey = origin.get(item.key) ?? '';
    return { itemKey, qty: -item.qty, soldQty: paid.items.find(({ key: of }) => of === itemKey)?.qty ?? 0 };
  });
  await refundOnAccount(tx, actor, bill, tx.now);
  writeWalletRefund(tx, actor, bill, back);
  writeBillPoints(tx, actor, bill, points, tx.now);
  await returnToStock(tx, actor, { billId: paid.id ?? 0, lines, reason: bill.note });
  const row = refundRow(paid, bill, made.value.isFull);
  const written = { refund: row, sale_hour: { hour: hourOf(tx.now, terms.outlet.timezone) } };
  writeNewBill(tx, actor, bill, { action: 'Refunded', after: note, written, approval, hubActions: ['Paid'], ownerId });
  noteRefunded(tx, actor, paid, { bill, approval });
  writeRefund(tx, paid, { bill, row, origin, done: done.qty, timezone: terms.outlet.timezone });
  return bill;
}

/** Writes to the history of a paid bill that it was refunded, and tells the tills. */
function noteRefunded(
  tx: OutletTx,
  actor: BillActor,
  paid: Bill,
  { bill, approval }: { readonly bill: Bill; readonly approval: string | null },
): void {
  const { key: refundKey, invoiceNumber, total, note: reason } = bill;
  tx.history({
    subject: 'Bill',
    subjectKey: paid.key,
    action: 'Refunded',
    userId: actor.userId,
    deviceId: actor.deviceId,
    ...(approval === null ? {} : { approvalKey: approval }),
    after: { refundKey, invoiceNumber, total, reason },
  });
  tx.change({ entity: 'Bill', id: paid.id, version: paid.version, action: 'Updated' }, actor.connectionId);
}

/** Returns the refunded quantities by item key with those of a refund, whose items are below 0. */
function doneWith(qty: ReadonlyMap<string, number>, { items }: Bill, origin: ReadonlyMap<string, string>) {
  const after = new Map(qty);
  for (const item of items) {
    const key = origin.get(item.key) ?? '';
    after.set(key, (after.get(key) ?? 0) - item.qty);
  }
  return after;
}

/** Returns the customer to whom a paid bill belongs now: the one into whom its own was merged. */
async function ownerOf({ db, head }: OutletTx, { id, customerId }: Bill): Promise<number> {
  if (customerId === 0) return 0;
  const row = await db
    .selectFrom('bill')
    .select('customer_id')
    .where('outlet_id', '=', head.outletId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.customer_id ?? customerId;
}

/** Returns the amount to pay out, below zero, with its cash part rounded. */
function dueOf({ bill, most }: Refund, { payments }: RefundInput, { settings }: OutletTerms) {
  const owed = -(bill.total + bill.roundingAmount);
  const due = -payOutDue(owed, payments, { roundCash: settingOf(settings, 'RoundCash'), most });
  return { roundingAmount: due - bill.total + 0, due: due + 0 };
}
