/** Orders are made, paid in parts, opened as a bill, and cancelled. Source: R22.12–R22.15, docs/rules.md#orders. */
import { firstPartKey } from '@atoll/domain/bill/advance/order';
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import type * as contract from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { wallClock } from '@atoll/domain/date/business-day';
import { settingOf } from '@atoll/domain/outlet/settings';
import type { Insertable } from 'kysely';
import { Refused, refused } from '../../platform/errors/refused.ts';
import { digestOf } from '../../platform/store/outlet/digest.ts';
import { withArchive } from '../../platform/store/outlet/recall.ts';
import type { AdvanceOrderTable } from '../../platform/store/schema/schema-order.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import {
  type BillActor,
  deviceTimes,
  findStored,
  openFromOrder,
  outletTerms,
  pricedBill,
  sellInstalment,
  timeOfPayment,
} from '../bill/service.ts';
import { payOutOf } from '../shift/service.ts';
import { depositOf, giveBackDeposit } from '../wallet/service.ts';
import { noteOrder } from './note.ts';
import { payPart } from './pay.ts';
import {
  advancesIn,
  checkOpen,
  loadOrder,
  type OrderRow,
  orderOf,
  paidOf,
  sharesOfWallets,
  withoutGuest,
} from './row.ts';

/** Throws 'forbidden' where the outlet has not switched wallets on. */
async function checkFeature(tx: OutletTx): Promise<void> {
  const { outlet } = await outletTerms(tx);
  if (!outlet.features.includes('Wallets')) throw refused('forbidden');
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

type NewOrder = BodyOf<typeof contract.createOrder>;

/** Returns a plan of at most `most` laari: the last instalments are left out, where what a till planned without the server is more. */
function planUpTo(plan: NonNullable<NewOrder['plan']>, most: number): NonNullable<NewOrder['plan']> {
  let left = most;
  return plan.flatMap(({ date, amount: planned }) => {
    const amount = Math.min(planned, left);
    left -= amount;
    return amount > 0 ? [{ date, amount }] : [];
  });
}

/** Returns the plan of a new order by day. Refused: 'invalid', where it is more than the order costs and no till promised it without the server. */
function plannedOf({ plan = [] }: NewOrder, total: number, wasTaken: boolean): NonNullable<NewOrder['plan']> {
  const sorted = plan.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const planned = plan.reduce((sum, { amount }) => sum + amount, 0);
  if (planned <= total) return sorted;
  if (wasTaken) return planUpTo(sorted, total);
  throw refused('invalid', { errors: { plan: 'The plan is more than the order costs' } });
}

/**
 * Keeps the lines of a bill for later, with what is paid of it now, once for each key. What a till did without the server stands. Returns the key. Refused:
 * 'invalid' without lines or total, 'forbidden', and as a new bill and `payPart`.
 */
export function createOrder(store: Store, actor: BillActor, input: NewOrder): Promise<string> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const known = await tx.db
      .selectFrom('advance_order')
      .select('id')
      .where('outlet_id', '=', tx.head.outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) return key;
    await checkFeature(tx);
    const { amount, payments } = input;
    if (payments && !actor.permissions.has('bill.pay')) throw refused('forbidden');
    if (!payments !== !amount) throw refused('invalid', { errors: { amount: 'Amount must be more than 0' } });
    const times = await deviceTimes(tx, actor, [input.madeAt]);
    const wasTaken = times.isLate(input.madeAt);
    const doc = await pricedBill(tx, actor, input.bill, { wasTaken });
    if (doc.total <= 0) throw refused('invalid', { errors: { bill: 'Add items first' } });
    const row = await writeOrder(tx, actor, input, { doc, plan: plannedOf(input, doc.total, wasTaken) });
    if (!payments || !amount) return key;
    const at = await timeOfPayment(tx, times, { modifiedAt: input.madeAt });
    const taken = { wasTaken, at, meta: doc.meta };
    await payPart(tx, actor, row, { key: firstPartKey(key), amount, payments, paid: 0, due: doc.total, taken });
    return key;
  });
}

/** Writes a new order with its number. */
async function writeOrder(
  tx: OutletTx,
  actor: BillActor,
  input: NewOrder,
  { doc, plan }: Pick<OrderRow, 'doc' | 'plan'>,
): Promise<OrderRow> {
  const { kind = 'Order', phone = '', dueAt } = input;
  const { outlet, settings } = await outletTerms(tx);
  const { tax = settingOf(settings, 'DepositTax') } = input;
  const number = await nextNumber(tx, outlet.timezone);
  const values = {
    outlet_id: tx.head.outletId,
    id: await tx.nextId('advance_order'),
    key: input.key.toLowerCase(),
    number,
    kind,
    tax,
    customer_id: doc.customerId,
    name: input.name.trim(),
    phone: phone.trim(),
    total: doc.total,
    due_at: Date.parse(dueAt),
    bill_id: null,
    created_at: tx.now,
    created_by: actor.userId,
    modified_at: tx.now,
    modified_by: actor.userId,
  };
  const row = { ...values, plan: JSON.stringify(plan), doc: JSON.stringify(doc) };
  tx.write(tx.db.insertInto('advance_order').values(row));
  noteOrder(tx, actor, row.key, 'Created', {
    after: { number, kind, tax, total: doc.total, dueAt, plan },
    written: { advance_order: factsOf(row) },
  });
  return { ...values, plan, doc, status: 'Open', is_active: true, version: 1 };
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
    const paid = await advancesIn(tx, row);
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
    noteOrder(tx, actor, row.key, 'Opened', {
      after: { number: row.number, billId: bill.id, type, slot },
      written: { advance_order: change },
    });
    return bill;
  });
}

/**
 * Ends the deposit of an order: a bill with GST included keeps it, or it goes back to the wallets that paid it, and the rest leaves the drawer, as a refund in cash does. Returns the approval that was
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
  if (!forfeit) {
    const shares = await withArchive(tx, () => sharesOfWallets(tx.db, tx.head.outletId, row, amount));
    const left = await giveBackDeposit(tx, actor, deposit, { key, reason, shares });
    return left > 0 ? payOutOf(tx, actor, { key, id, reason }, `order ${row.key}`) : null;
  }
  const payment = { key: derivedKey(`kept ${row.key}`), method: 'Deposit', amount, wallet: { id, last4 } } as const;
  const kept = { key, order: orderOf(row), of: row.doc, amount, payments: [payment], kind: 'Kept' } as const;
  await sellInstalment(tx, actor, kept);
  return null;
}

type Cancel = BodyOf<typeof contract.cancelOrder>;

/**
 * Cancels an order. With `forfeit` what was paid is kept: the papers of instalments have borne the GST, and a deposit becomes a bill that bears it.
 * Otherwise a deposit goes back to the wallets that paid it, and the rest is given in cash by who may refund that much, or with an approval; each instalment has to be refunded before.
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
    noteOrder(tx, actor, row.key, 'Voided', {
      after: { number: row.number, reason, [input.forfeit ? 'kept' : 'returned']: paid },
      written: { advance_order: change },
      ...(approval !== null && { approvalKey: approval }),
    });
    return row.key;
  });
}
