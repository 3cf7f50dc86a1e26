/** Completes a bill with its payments and gives the invoice number in the same commit. Source: R18.7, docs/rules.md#payment-sum, docs/rules.md#seen-total, docs/rules.md#invoice-numbers. */
import { sumOfAdvances } from '@atoll/domain/bill/advance/advance';
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { fireHeld } from '@atoll/domain/bill/course';
import { needsCovers } from '@atoll/domain/bill/covers';
import { inState, transitBill } from '@atoll/domain/bill/states';
import type * as contract from '@atoll/domain/contract/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { businessDate } from '@atoll/domain/date/business-day';
import { settingOf } from '@atoll/domain/outlet/settings';
import type { Payment } from '@atoll/domain/payment/payment';
import { type AmountDue, amountDue } from '@atoll/domain/payment/tender';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { recordTickets } from '../../kitchen/service.ts';
import { takeForSale } from '../../stock/service.ts';
import { planWallets, writeWallets } from '../../wallet/service.ts';
import type { BillActor } from '../input/actor.ts';
import { applyInput } from '../input/apply-input.ts';
import { withoutBuyer } from '../input/bill-customer.ts';
import { instant } from '../input/device-time.ts';
import { type DeviceTimes, deviceTimes, lateMs } from '../input/late.ts';
import { type OutletTerms, outletTerms } from '../input/outlet-terms.ts';
import { loadPaid } from '../read/former-waiter.ts';
import { withGivers } from '../read/givers.ts';
import type { StoredBill } from '../read/load.ts';
import { paymentByKey, shiftStart } from '../read/queries.ts';
import { withRowsBeside } from '../read/rows-beside.ts';
import { countSale } from '../record/counted.ts';
import { flagUnsetRates } from '../record/foreign-rate.ts';
import { changedNotes, paymentNote } from '../record/history-note.ts';
import { chargeBill } from '../record/house-account.ts';
import { recordPaidLess } from '../record/paid-less.ts';
import { checkPayments, nextInvoice } from '../record/payments.ts';
import { planClaim, planPoints, writeBillPoints } from '../record/points.ts';
import { writeBill } from '../record/record.ts';
import { hourOf, writeSale } from '../record/sale.ts';
import { taxInvoiceAt, taxInvoiceRow, writeTaxInvoice } from '../record/tax-invoice.ts';

export type PayInput = BodyOf<typeof contract.payBill>;

export interface PaidBill {
  readonly bill: Bill;
  /** Cash to give back, laari. */
  readonly change: number;
}

/**
 * Returns the completed bill and the change. Idempotent: repeating the payments returns the same result. Refused: 'notFound', 'noShiftActive',
 * 'billVoid', 'billClosed' (with `paidBy`, the name), 'billChanged', 'paymentShort', 'overpaid' (each 409 with `bill` and `due`), 'keyReused',
 * 'cardNumber', 'paymentMethodUnknown', 'coversMissing', 'creditOff', 'forbidden'.
 */
export async function payBill(store: Store, actor: BillActor, input: PayInput): Promise<PaidBill> {
  try {
    return await store.writeOutlet(actor.outletId, (tx) => payIn(tx, actor, input), 'loadsFirst');
  } catch (error) {
    throw error instanceof Refused && error.refusal.reason === 'billClosed' ? await withPayer(store, error) : error;
  }
}

/** Returns the refusal of a bill that is paid with the names of who took the money, which the till of a later payment shows. */
async function withPayer(store: Store, { refusal }: Refused): Promise<Refused> {
  const { payments = [] } = (refusal.extra?.['bill'] ?? {}) as Partial<Bill>;
  const payers = payments.flatMap(({ status, receivedBy }) => (status === 'Captured' ? [receivedBy] : []));
  const names = await store.readOrg((db) => peopleNames(db, payers));
  return new Refused({ ...refusal, extra: { ...refusal.extra, paidBy: [...names.values()].join(', ') } });
}

async function payIn(tx: OutletTx, actor: BillActor, input: PayInput): Promise<PaidBill> {
  const payments = input.payments.map((payment) => ({ ...payment, key: payment.key.toLowerCase() }));
  const [stored, ...used] = await Promise.all([
    loadPaid(tx, actor, input),
    ...payments.map(({ key }) => tx.load(paymentByKey, { outletId: tx.head.outletId, key })),
  ]);
  const again = paidBefore(stored.bill, payments);
  if (again !== null) return { ...again, bill: await withRowsBeside(tx.db, tx.head.outletId, again.bill) };
  if (used.some((rows) => rows.length > 0)) throw refused('keyReused');
  return complete(tx, actor, stored, { ...input, payments });
}

/** Returns the completed bill when these are its payments; null while it is open. Refused: 'billClosed', 'keyReused'. */
function paidBefore(bill: Bill, payments: readonly PaymentInput[]): PaidBill | null {
  if (bill.status !== 'Complete') return null;
  const known = new Map(bill.payments.map((payment) => [payment.key, payment]));
  const isSame = payments.length > 0 ? payments.some(({ key }) => known.has(key)) : bill.payments.length === 0;
  if (!isSame) throw refused('billClosed', { extra: { bill, due: 0 } });
  for (const payment of payments) {
    const was = known.get(payment.key);
    if (was === undefined || was.method !== payment.method || !sameAmount(was, payment))
      throw refused('keyReused', { extra: { bill } });
  }
  return { bill, change: changeOf(bill.payments) };
}

/** Returns whether a payment repeats the stored one. The stored amount of cash may be less: the rest was change. */
function sameAmount(was: Payment, sent: PaymentInput): boolean {
  return was.amount === sent.amount || (was.method === 'Cash' && was.tendered === (sent.tendered ?? sent.amount));
}

/** Returns a bill with what it still holds fired: a till that pays fires it itself, other programs do not. */
const withHeldFired =
  (now: number) =>
  (bill: Bill): Bill =>
    fireHeld(bill, { firedAt: instant(now), firedBy: null });

async function complete(tx: OutletTx, actor: BillActor, stored: StoredBill, input: PayInput): Promise<PaidBill> {
  const before = stored.bill;
  const terms = await outletTerms(tx);
  const times = await deviceTimes(tx, actor, [input.modifiedAt]);
  const wasTaken = times.isLate(input.modifiedAt);
  const merged = before.isOpen
    ? await applyInput(stored, input, { tx, actor, terms, payment: { wasTaken }, finish: withHeldFired(tx.now) })
    : { bill: before, changedFields: [], conflicts: [], approval: null };
  const { bill } = merged;
  const to = transitBill(bill, 'pay', { shiftOpen: tx.head.shiftId !== null });
  const { roundingAmount, due } = dueOf(bill, input, terms);
  if (!to.ok) throw new Refused({ ...to.refusal, extra: { ...to.refusal.extra, bill: before, due: toPay(bill) } });
  if (sumOfAdvances(bill.advances) > (bill.advance ?? 0)) throw refused('advanceTooLarge', { extra: { bill: before } });
  checkSeen(bill, before, input, due);
  const takenAt = times.read(input.modifiedAt, tx.clockNow);
  const isLate = tx.clockNow - takenAt >= lateMs;
  if (!isLate) checkCovers(bill, terms);
  const checked = checkPayments(before, input, terms, actor, due, wasTaken);
  const tenders = wasTaken ? await flagUnsetRates(tx, terms, checked, takenAt) : checked;
  const paidAt = await timeOfPayment(tx, times, input);
  const date = businessDate(paidAt, terms.outlet.timezone, terms.outlet.businessDayCutoff);
  const at = instant(paidAt);
  const offlineLimit = settingOf(terms.settings, 'WalletOfflineLimit');
  const wallets = await planWallets(tx, bill, input.payments, { wasTaken, offlineLimit });
  const stamp = { status: 'Captured', receivedBy: actor.userId, shiftId: tx.head.shiftId, at } as const;
  const payments = tenders.map((one): Payment => ({ ...one, ...wallets.paidBy.get(one.key), ...stamp }));
  const taxInvoice = await taxInvoiceAt(tx, bill, terms, at);
  const given = await withGivers(tx.db, tx.head.outletId, bill);
  const dated: Bill = { ...bill, businessDate: date };
  const points = await planPoints(tx, dated, terms, { paidAt, wasTaken });
  const claim = await planClaim(tx, dated, terms, paidAt);
  const paid: Bill = {
    ...inState(bill, to.value),
    ...(points && { points: points.points }),
    ...claim,
    invoiceType: taxInvoice === null ? 'Receipt' : 'TaxInvoice',
    customer: withoutBuyer(bill.customer),
    version: before.version + 1,
    invoiceNumber: nextInvoice(tx.head, terms.outlet.invoicePrefix, date, bill),
    payments,
    payment: payments.at(-1) ?? null,
    roundingAmount,
    tip: input.tip ?? 0,
    shiftId: tx.head.shiftId,
    completedAt: at,
    businessDate: date,
    modifiedAt: instant(tx.now),
    modifiedBy: actor.userId,
    lastSavedAt: instant(tx.now),
  };
  const notes = 'isChanged' in merged && merged.isChanged ? changedNotes(before, merged) : null;
  const credit = await chargeBill(tx, actor, paid, paidAt);
  await recordTickets(tx, { before, after: paid, terms });
  await countSale(tx, { before, after: paid, terms });
  await takeForSale(tx, actor, paid, { at: paidAt, isLate });
  writeBill(tx, actor, paid, stored, {
    action: 'Paid',
    before: notes?.before ?? { version: before.version, status: before.status, total: before.total },
    after: {
      ...(notes?.after as object | undefined),
      version: paid.version,
      invoiceNumber: paid.invoiceNumber,
      total: paid.total,
      gst: paid.gst,
      payments: payments.map(paymentNote),
    },
    written: {
      sale_hour: { hour: hourOf(paidAt, terms.outlet.timezone) },
      ...(taxInvoice && { tax_invoice: taxInvoiceRow(actor, paid, { taxInvoice, key: paid.key }) }),
    },
    approval: credit ?? merged.approval,
    hubActions: ['Paid'],
  });
  recordPaidLess(tx, paid);
  await writeWallets(tx, paid, wallets, { at: paidAt, author: actor, settings: terms.settings });
  writeBillPoints(tx, actor, paid, points, paidAt);
  writeSale(tx, { ...paid, items: given.items, discountBy: given.discountBy }, paidAt, terms.outlet.timezone);
  if (taxInvoice !== null) writeTaxInvoice(tx, actor, paid, { taxInvoice, key: paid.key });
  return { bill: { ...paid, ...(taxInvoice && { taxInvoice }) }, change: changeOf(payments) };
}

/**
 * Returns the amount due and its rounding. Tills of release 0.1 do not round the cash part of several payments and say so with `roundingAmount` 0:
 * what they took stays, if it is exactly the total (R35.29). What they took by a rounding that looks at neither foreign cash nor tip stays too.
 */
function dueOf(bill: Bill, { payments, tip = 0, roundingAmount }: PayInput, { settings }: OutletTerms): AmountDue {
  const total = toPay(bill);
  const taken = payments.reduce((sum, { amount }) => sum + amount, 0);
  const isUnrounded = roundingAmount === 0 && taken === total + tip && payments.some(({ method }) => method !== 'Cash');
  if (isUnrounded) return { roundingAmount: 0, due: taken };
  const roundCash = settingOf(settings, 'RoundCash');
  const asBefore = dueBefore(total, payments, roundCash, tip);
  const isOfBefore = roundingAmount === asBefore.roundingAmount && taken === asBefore.due;
  return isOfBefore ? asBefore : amountDue(total, payments, roundCash, tip);
}

/** Returns what tills of before asked for: foreign cash counted as any cash, and a tip beside cash was not rounded. */
function dueBefore(total: number, payments: PayInput['payments'], roundCash: string, tip: number): AmountDue {
  const local = payments.map(({ method, amount }) => ({ method, amount }));
  if (local.some(({ method }) => method !== 'Cash')) return amountDue(total, local, roundCash, tip);
  const { roundingAmount, due } = amountDue(total, local, roundCash);
  return { roundingAmount, due: due + tip };
}

/** Throws 'coversMissing' for a table without a number of guests where they are counted. A late payment was already taken, so the caller skips this. */
function checkCovers(bill: Bill, { settings }: OutletTerms): void {
  if (needsCovers(bill, settings)) throw refused('coversMissing', { extra: { bill } });
}

/** Throws 'billChanged' unless the till has seen all items and the total. */
function checkSeen(bill: Bill, before: Bill, input: PayInput, due: number): void {
  const keys = input.seen?.itemKeys ?? input.items?.map((item) => item.key);
  const total = input.seen?.total ?? input.total;
  const seen = keys && new Set(keys.map((key) => key.toLowerCase()));
  const hasUnseen = seen !== undefined && bill.items.some((item) => !item.isVoid && !seen.has(item.key));
  const isBlind = total === undefined && seen === undefined;
  // A till of the release before counts a gift card as an item.
  const isOther = total !== undefined && total !== bill.total && total !== toPay(bill);
  if (hasUnseen || isBlind || isOther) throw refused('billChanged', { extra: { bill: before, due } });
}

/**
 * Returns the device's time of payment. Returns the present instead when that is before the start of the open shift, because the payment arrived
 * late, and when the server's clock runs behind, because lateness is then unknown (R35.85).
 */
export async function timeOfPayment(
  tx: OutletTx,
  { read }: DeviceTimes,
  input: Pick<PayInput, 'modifiedAt'>,
): Promise<number> {
  if (tx.clockNow < tx.now) return tx.now;
  const paidAt = read(input.modifiedAt, tx.now);
  if (tx.now - paidAt < lateMs) return paidAt;
  const [shift] = await tx.load(shiftStart, { outletId: tx.head.outletId, id: tx.head.shiftId ?? 0 });
  return shift !== undefined && paidAt >= shift.created_at ? paidAt : tx.now;
}

const changeOf = (payments: readonly Payment[]): number => payments.reduce((sum, { change }) => sum + change, 0);
