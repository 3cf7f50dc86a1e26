/** Bills of advance orders: what an order keeps, its instalments or deposit, and the bill that it is opened as. Source: R22.12–R22.14, docs/rules.md#orders. */
import type { BillAdvance, BillOrder } from '@atoll/domain/bill/advance/advance';
import { atTerms, depositLine, instalmentLines } from '@atoll/domain/bill/advance/order';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { inState } from '@atoll/domain/bill/states';
import type { BillInput, PaymentInput } from '@atoll/domain/contract/bill/bill';
import { businessDate } from '@atoll/domain/date/business-day';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { settingOf } from '@atoll/domain/outlet/settings';
import { findSlot } from '@atoll/domain/outlet/slot';
import type { Payment } from '@atoll/domain/payment/payment';
import { amountDue } from '@atoll/domain/payment/tender';
import { billTerms } from '@atoll/domain/tax/tax';
import { Refused, refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { recordTickets } from '../../kitchen/service.ts';
import { depositOf, planWallets, unknownCard, writeWallets } from '../../wallet/service.ts';
import type { BillActor } from '../input/actor.ts';
import { applyInput, numberLines } from '../input/apply-input.ts';
import { instant } from '../input/device-time.ts';
import { deviceTimes } from '../input/late.ts';
import { type OutletTerms, outletTerms } from '../input/outlet-terms.ts';
import { billOfSlot, findStored } from '../read/load.ts';
import { paymentByKey } from '../read/queries.ts';
import { countSale } from '../record/counted.ts';
import { openedNote, paymentNote } from '../record/history-note.ts';
import { checkPayments, nextInvoice } from '../record/payments.ts';
import { writeNewBill } from '../record/record.ts';
import { hourOf, writeSale } from '../record/sale.ts';
import { blankBill } from './create.ts';

/**
 * Returns a bill as the server prices and allows it, and writes none. The prices of one that a till made without the server stand (`wasTaken`). Refused as
 * a new bill, and 'noShiftActive'.
 */
export async function pricedBill(
  tx: OutletTx,
  actor: BillActor,
  input: BillInput,
  { wasTaken }: { readonly wasTaken: boolean },
): Promise<Bill> {
  const terms = await outletTerms(tx);
  const slot = findSlot(terms.outlet, input.type, input.slot);
  if (!slot.ok) throw new Refused(slot.refusal);
  if (tx.head.shiftId === null) throw refused('noShiftActive');
  const key = input.key.toLowerCase();
  const blank = blankBill(tx, actor, terms, { ...input, id: 0, key, openedAt: tx.now });
  const { read } = await deviceTimes(tx, actor, [input.createdAt]);
  // Nothing was tapped before its bill was opened.
  const opened = { ...blank, id: null, createdAt: instant(read(input.createdAt, tx.now)) };
  const sent = { ...input, key, version: 0 };
  const how = { tx, actor, terms, ...(wasTaken && { payment: { wasTaken } }) };
  const { bill } = await applyInput({ bill: opened, printJobs: [], movedKeys: [] }, sent, how);
  return { ...bill, id: null, shiftId: null };
}

/** Returns the bill of an order at the rates of today, or of the instant `at`. */
export function atToday(tx: OutletTx, of: Bill, { outlet }: OutletTerms, { type = of.type, at = tx.now } = {}): Bill {
  const rates = billTerms(outlet, type, instant(at));
  if (rates === null) throw refused('slotTypeUnknown');
  return applyTotals(atTerms(of, rates));
}

interface Instalment {
  /** Key of its bill. */
  readonly key: string;
  readonly order: BillOrder;
  /** The bill that the order keeps. */
  readonly of: Bill;
  /** Laari. */
  readonly amount: number;
  readonly payments: readonly PaymentInput[];
  /** Instalment and Kept bear the tax that they include at the rates of today; Deposit bears none, and Kept is paid by it. */
  readonly kind: 'Instalment' | 'Deposit' | 'Kept';
  /** Absent: it is paid now. */
  readonly taken?: TakenPart;
}

/** How a till took what was paid of a new order. */
export interface TakenPart {
  /** Without the server: it stands. */
  readonly wasTaken: boolean;
  readonly at: number;
  /** The number on its paper. */
  readonly meta: Bill['meta'];
}

/** Returns the lines of the bill of an instalment, of a deposit, or of a deposit that is kept. */
async function linesOf(tx: OutletTx, actor: BillActor, terms: OutletTerms, instalment: Instalment) {
  const { key, order, of, amount, kind } = instalment;
  const about = { order, amount, now: instant(tx.now), user: { id: actor.userId, name: actor.name } };
  if (kind === 'Deposit') {
    const known = await depositOf(tx, order.key);
    const card = known ? { hash: known.code_hash, last4: known.last4 } : unknownCard();
    return [depositLine({ ...about, key, card })];
  }
  return instalmentLines(atToday(tx, of, terms, instalment.taken), {
    ...about,
    key: (index) => derivedKey(`instalment ${key} ${index}`),
    isKept: kind === 'Kept',
  });
}

/** Writes the paid bill of an instalment or a deposit. Refused: 'noShiftActive', 'keyReused', and as a payment. */
export async function sellInstalment(tx: OutletTx, actor: BillActor, instalment: Instalment): Promise<Bill> {
  const { key, order, of, kind, taken = { wasTaken: false, at: tx.now, meta: [] } } = instalment;
  const { outletId, shiftId } = tx.head;
  if (shiftId === null) throw refused('noShiftActive');
  const inputs = instalment.payments.map((payment) => ({ ...payment, key: payment.key.toLowerCase() }));
  const used = await Promise.all(inputs.map((payment) => tx.load(paymentByKey, { outletId, key: payment.key })));
  if (used.some((rows) => rows.length > 0)) throw refused('keyReused');
  // The deposit of the order would raise itself; only the server pays with it, when it is kept.
  const isOwn = kind === 'Kept';
  const raised = isOwn ? undefined : await depositOf(tx, order.key);
  if (inputs.some(({ method, wallet }) => method === 'HouseAccount' || (raised && wallet?.id === raised.id)))
    throw refused('paymentMethodUnknown');
  const terms = await outletTerms(tx);
  const at = instant(taken.at);
  const { type, slot } = of;
  const blank = blankBill(tx, actor, terms, { id: await tx.nextId('bill'), key, type, slot, openedAt: taken.at });
  const items = await linesOf(tx, actor, terms, instalment);
  tx.head.billNumber += 1;
  const { customer, customerId } = of;
  const about = { order, customer, customerId, name: order.number, number: tx.head.billNumber, deliveryStatus: null };
  const made = { ...inState(blank, 'Complete'), ...about, meta: taken.meta, serviceChargePct: 0, items };
  const bill = numberLines(tx, applyTotals(made));
  const { roundingAmount, due } = amountDue(toPay(bill), inputs, settingOf(terms.settings, 'RoundCash'));
  const tenders = checkPayments(bill, { payments: inputs }, terms, actor, due, taken.wasTaken);
  const offlineLimit = settingOf(terms.settings, 'WalletOfflineLimit');
  const wallets = await planWallets(tx, bill, inputs, { wasTaken: taken.wasTaken, offlineLimit, isOwn });
  const stamp = { status: 'Captured', receivedBy: actor.userId, shiftId, at } as const;
  const payments = tenders.map((one): Payment => ({ ...one, ...wallets.paidBy.get(one.key), ...stamp }));
  const date = businessDate(taken.at, terms.outlet.timezone, terms.outlet.businessDayCutoff);
  const paid: Bill = {
    ...bill,
    version: 1,
    invoiceNumber: nextInvoice(tx.head, terms.outlet.invoicePrefix, date, bill),
    payments,
    payment: payments.at(-1) ?? null,
    roundingAmount,
    completedAt: at,
    businessDate: date,
    lastSavedAt: instant(tx.now),
  };
  const { invoiceNumber, total, gst } = paid;
  writeNewBill(tx, actor, paid, {
    action: 'Paid',
    after: {
      ...(openedNote(paid) as object),
      invoiceNumber,
      total,
      gst,
      payments: payments.map(paymentNote),
      order: order.number,
    },
    written: { sale_hour: { hour: hourOf(taken.at, terms.outlet.timezone) } },
    hubActions: ['Paid'],
  });
  const how = { at: taken.at, author: actor, settings: terms.settings } as const;
  await writeWallets(tx, paid, wallets, { ...how, type: kind === 'Kept' ? 'Forfeit' : 'Redeem' });
  writeSale(tx, paid, taken.at, terms.outlet.timezone);
  return paid;
}

interface Opened {
  readonly key: string;
  readonly order: BillOrder;
  readonly of: Bill;
  readonly advances: readonly BillAdvance[];
  readonly place: { readonly type: SlotTypeName; readonly slot: string };
}

/** Writes the bill that an order is opened as, at its prices and the rates of today. Refused: 'slotOccupied', 'slotTypeUnknown', 'slotOutOfRange', 'noShiftActive', 'keyReused'. */
export async function openFromOrder(tx: OutletTx, actor: BillActor, opened: Opened): Promise<Bill> {
  const { key, order, of, advances, place } = opened;
  const terms = await outletTerms(tx);
  const slot = findSlot(terms.outlet, place.type, place.slot);
  if (!slot.ok) throw new Refused(slot.refusal);
  if (tx.head.shiftId === null) throw refused('noShiftActive');
  if (await findStored(tx, key)) throw refused('keyReused');
  if (await billOfSlot(tx, { ...place, checkNo: 1 })) throw refused('slotOccupied');
  const blank = blankBill(tx, actor, terms, { id: await tx.nextId('bill'), key, ...place, openedAt: tx.now });
  const now = atToday(tx, of, terms, { type: place.type });
  const keyOf = (known: string): string => derivedKey(`order ${key} ${known}`);
  const items = now.items.map((item): BillItem => ({ ...item, ...freshLine(item, keyOf, blank.createdAt) }));
  const applied = now.applied?.map((one) => ({
    ...one,
    key: keyOf(one.key),
    rootKey: keyOf(one.rootKey),
    ...(one.parts && { parts: one.parts.map((part) => ({ ...part, itemKey: keyOf(part.itemKey) })) }),
  }));
  const { discountPercentage, discountAmount, discountShare, discountSeen, discountBy, declined, coupons } = now;
  const { customer, customerId, note, allergies, discountReason } = now;
  const reduced = { discountPercentage, discountAmount, discountShare, discountSeen, discountBy, declined, coupons };
  tx.head.billNumber += 1;
  const bill = numberLines(
    tx,
    applyTotals({
      ...inState(blank, 'Saved'),
      ...JSON.parse(JSON.stringify({ ...reduced, discountReason, customer, customerId, note, allergies, applied })),
      name: of.customer ? '' : order.number,
      items,
      order,
      ...(advances.length > 0 && { advances }),
      version: 1,
      number: tx.head.billNumber,
      lastSavedAt: instant(tx.now),
    } as Bill),
  );
  await recordTickets(tx, { before: null, after: bill, terms });
  await countSale(tx, { before: null, after: bill, terms });
  const note_ = { ...(openedNote(bill) as object), order: order.number };
  writeNewBill(tx, actor, bill, { action: 'Created', after: note_, hubActions: ['Created'] });
  return bill;
}

/** Returns what a line of an order gets of its own on the bill that it is opened as. */
const freshLine = (item: BillItem, keyOf: (key: string) => string, now: string): Partial<BillItem> => ({
  id: null,
  key: keyOf(item.key),
  ...(item.parentKey && { parentKey: keyOf(item.parentKey) }),
  sentQty: 0,
  ticketIds: [],
  createdAt: now,
  modifiedAt: now,
});
