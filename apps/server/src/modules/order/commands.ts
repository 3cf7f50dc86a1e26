/** Orders are made, paid in parts, opened as a bill, and cancelled. Source: R22.12–R22.15, docs/rules.md#orders. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type * as contract from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { wallClock } from '@atoll/domain/date/business-day';
import { settingOf } from '@atoll/domain/outlet/settings';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { Insertable } from 'kysely';
import { Refused, refused } from '../../platform/errors/refused.ts';
import { digestOf } from '../../platform/store/outlet/digest.ts';
import type { AdvanceOrderTable } from '../../platform/store/schema/schema-order.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import {
  atToday,
  type BillActor,
  findStored,
  openFromOrder,
  outletTerms,
  pricedBill,
  sellInstalment,
} from '../bill/service.ts';
import { payOutOf } from '../shift/service.ts';
import { depositOf } from '../wallet/service.ts';
import { advancesOf, loadOrder, type OrderRow, orderOf, paidOf, withoutGuest } from './row.ts';

/** Throws 'forbidden' where the outlet has not switched wallets on. */
async function checkFeature(tx: OutletTx): Promise<void> {
  const { outlet } = await outletTerms(tx);
  if (!outlet.features.includes('Wallets')) throw refused('forbidden');
}

/** Writes what happened to an order, with the values of the rows that were written, to the history. */
function note(
  tx: OutletTx,
  { userId, deviceId }: BillActor,
  key: string,
  action: HistoryAction,
  what: { readonly after: object; readonly written: Readonly<Record<string, object>>; readonly approvalKey?: string },
): void {
  tx.history({ subject: 'Advance order', subjectKey: key, action, userId, deviceId, ...what });
}

/** Returns what the history keeps of a new order: its documents as digests, and nothing by which its guest is known. */
function factsOf(row: Insertable<AdvanceOrderTable>): object {
  const { outlet_id: _o, name: _n, phone: _p, modified_at: _at, modified_by: _by, plan, doc, ...facts } = row;
  const kept = withoutGuest(JSON.parse(doc) as Bill);
  return { ...facts, status: 'Open', is_active: true, plan: digestOf(JSON.parse(plan)), doc: digestOf(kept) };
}

/** Returns the next number of a month: 'O-2611-0042'. Commands of an outlet run one after another. */
async function nextNumber({ db, head, now }: OutletTx, timezone: string): Promise<string> {
  const { date } = wallClock(now, timezone);
  const start = `O-${date.slice(2, 4)}${date.slice(5, 7)}-`;
  const { count } = await db
    .selectFrom('advance_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('outlet_id', '=', head.outletId)
    .where('number', 'like', `${start}%`)
    .executeTakeFirstOrThrow();
  return start + String(Number(count) + 1).padStart(4, '0');
}

/** Keeps the lines of a bill for later, once for each key. Returns the key. Refused: 'invalid' without lines or total, and as a new bill. */
export function createOrder(
  store: Store,
  actor: BillActor,
  input: BodyOf<typeof contract.createOrder>,
): Promise<string> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const { outletId } = tx.head;
    const known = await tx.db
      .selectFrom('advance_order')
      .select('id')
      .where('outlet_id', '=', outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) return key;
    await checkFeature(tx);
    const { kind = 'Order', plan = [], phone = '' } = input;
    const doc = await pricedBill(tx, actor, input.bill);
    if (doc.total <= 0) throw refused('invalid', { errors: { bill: 'Add items first' } });
    const planned = plan.reduce((sum, { amount }) => sum + amount, 0);
    if (planned > doc.total) throw refused('invalid', { errors: { plan: 'The plan is more than the order costs' } });
    const { outlet, settings } = await outletTerms(tx);
    const { tax = settingOf(settings, 'DepositTax') } = input;
    const number = await nextNumber(tx, outlet.timezone);
    const row = {
      outlet_id: outletId,
      id: await tx.nextId('advance_order'),
      key,
      number,
      kind,
      tax,
      customer_id: doc.customerId,
      name: input.name.trim(),
      phone: phone.trim(),
      total: doc.total,
      due_at: Date.parse(input.dueAt),
      plan: JSON.stringify(plan.toSorted((a, b) => (a.date < b.date ? -1 : 1))),
      doc: JSON.stringify(doc),
      bill_id: null,
      created_at: tx.now,
      created_by: actor.userId,
      modified_at: tx.now,
      modified_by: actor.userId,
    };
    tx.write(tx.db.insertInto('advance_order').values(row));
    note(tx, actor, key, 'Created', {
      after: { number, kind, tax, total: doc.total, dueAt: input.dueAt, plan },
      written: { advance_order: factsOf(row) },
    });
    return key;
  });
}

/** Throws 'orderClosed' unless an order is open. */
function checkOpen({ status }: OrderRow): void {
  if (status !== 'Open') throw refused('orderClosed');
}

/** Returns the paid bill of an instalment or a deposit, the same one for its key. Refused: 'orderClosed', 'overpaid' for more than the rest, and as `sellInstalment`. */
export function payOrder(store: Store, actor: BillActor, input: BodyOf<typeof contract.payOrder>): Promise<Bill> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadOrder(tx, input.orderKey);
    const known = await findStored(tx, key);
    if (known) {
      if (known.bill.order?.key !== row.key || toPay(known.bill) !== input.amount) throw refused('keyReused');
      return known.bill;
    }
    checkOpen(row);
    const { outletId } = tx.head;
    const paid = await paidOf(tx, row);
    const due = atToday(tx, row.doc, await outletTerms(tx)).total - paid;
    if (input.amount > due) throw refused('overpaid', { extra: { due } });
    const { amount, payments } = input;
    const kind = row.tax === 'Refundable' ? 'Deposit' : 'Instalment';
    const bill = await sellInstalment(tx, actor, { key, order: orderOf(row), of: row.doc, amount, payments, kind });
    const { id, invoiceNumber } = bill;
    const advance = {
      outlet_id: outletId,
      id: await tx.nextId('order_advance'),
      key,
      order_id: row.id,
      bill_id: id ?? 0,
      invoice_number: invoiceNumber ?? '',
      amount,
      at: tx.now,
    };
    tx.write(tx.db.insertInto('order_advance').values(advance));
    const { outlet_id: _, ...written } = advance;
    note(tx, actor, row.key, 'Paid', {
      after: { number: row.number, amount, invoiceNumber, paid: paid + amount },
      written: { order_advance: written },
    });
    return bill;
  });
}

/** Writes the status of an order. */
function setStatus(
  tx: OutletTx,
  actor: BillActor,
  row: OrderRow,
  change: Partial<Pick<OrderRow, 'status' | 'bill_id'>>,
) {
  tx.write(
    tx.db
      .updateTable('advance_order')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), modified_at: tx.now, modified_by: actor.userId }))
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', row.id),
  );
}

/** Returns the bill that an order is opened as, the same one for its key. Refused: 'orderClosed', and as `openFromOrder`. */
export function openOrder(store: Store, actor: BillActor, input: BodyOf<typeof contract.openOrder>): Promise<Bill> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadOrder(tx, input.orderKey);
    const known = await findStored(tx, key);
    if (known?.bill.order?.key === row.key) return known.bill;
    checkOpen(row);
    const paid = (await advancesOf(tx.db, tx.head.outletId, [row.id])).get(row.id) ?? [];
    // A deposit is applied as a payment: it bore no GST.
    const advances = row.tax === 'Refundable' ? [] : paid.map(({ at: _, ...one }) => one);
    const { type, slot } = input;
    const bill = await openFromOrder(tx, actor, {
      key,
      order: orderOf(row),
      of: row.doc,
      advances,
      place: { type, slot },
    });
    const change = { status: 'Collected', bill_id: bill.id } as const;
    setStatus(tx, actor, row, change);
    note(tx, actor, row.key, 'Opened', {
      after: { number: row.number, billId: bill.id, type, slot },
      written: { advance_order: change },
    });
    return bill;
  });
}

/**
 * Ends the deposit of an order: a bill with GST included keeps it, or it leaves the drawer, as a refund in cash does. Returns the approval that was
 * used, if any. Refused: as `payOutOf`.
 */
async function endDeposit(
  tx: OutletTx,
  actor: BillActor,
  row: OrderRow,
  { forfeit, reason }: Cancel,
): Promise<string | null> {
  const deposit = await depositOf(tx, row.key);
  if (!deposit || deposit.balance <= 0) return null;
  const { id, last4, balance: amount } = deposit;
  const key = derivedKey(`end of deposit ${row.key}`);
  if (!forfeit) return payOutOf(tx, actor, { key, id, reason }, `order ${row.key}`);
  const payment = { key: derivedKey(`kept ${row.key}`), method: 'Deposit', amount, wallet: { id, last4 } } as const;
  const kept = { key, order: orderOf(row), of: row.doc, amount, payments: [payment], kind: 'Kept' } as const;
  await sellInstalment(tx, actor, kept);
  return null;
}

type Cancel = BodyOf<typeof contract.cancelOrder>;

/**
 * Cancels an order. With `forfeit` what was paid is kept: the papers of instalments have borne the GST, and a deposit becomes a bill that bears it.
 * Otherwise a deposit is given back in cash by who may refund that much, or with an approval, and each instalment has to be refunded before.
 * Refused: 'orderClosed', 'stateForbids', 'noShiftActive', 'forbidden', 'approvalNeeded', 'approvalInvalid'.
 */
export function cancelOrder(store: Store, actor: BillActor, input: Cancel): Promise<string> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await loadOrder(tx, input.orderKey);
    if (row.status === 'Cancelled') return row.key;
    checkOpen(row);
    const paid = await paidOf(tx, row);
    const isDeposit = row.tax === 'Refundable';
    if (paid > 0 && !input.forfeit && !isDeposit)
      throw new Refused({ ...refused('stateForbids').refusal, extra: { paid } });
    const reason = input.reason.trim();
    const approval = isDeposit ? await endDeposit(tx, actor, row, { ...input, reason }) : null;
    const change = { status: 'Cancelled' } as const;
    setStatus(tx, actor, row, change);
    note(tx, actor, row.key, 'Voided', {
      after: { number: row.number, reason, [input.forfeit ? 'kept' : 'returned']: paid },
      written: { advance_order: change },
      ...(approval !== null && { approvalKey: approval }),
    });
    return row.key;
  });
}
