/** Random stock actions for tests, by a seed: sales, voids, refunds, receipts, transfers, counts and adjustments. */
import { createBill, payBill, refundBill, voidBill } from '../../bill/service.ts';
import { cash, line, newKey, payment, type Shop, sent } from '../../bill/testing/shop.ts';
import { receiveInvoice } from '../../invoice/receive.ts';
import { createInvoice, moveInvoice } from '../../invoice/service.ts';
import { createCount, moveCount, saveCountLines } from '../count/count.ts';
import { adjustStock } from '../movement/log.ts';
import { createRequest, moveRequest } from '../request/request.ts';
import type { TestStock } from './test-stock.ts';

/** Number of actions done and of actions refused, by name. */
export type Happened = Record<string, number>;

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Day {
  readonly shop: Shop;
  readonly testStock: TestStock;
  readonly vendor: number;
  readonly next: () => number;
  /** First slot number, so that parallel workers use different slots. */
  readonly slots: number;
  /** Date of invoices; absent: today. */
  readonly date?: string;
}

const below = (day: Day, max: number): number => Math.floor(day.next() * max);
const pick = <T>(day: Day, of: readonly T[]): T => of[below(day, of.length)] as T;
const itemOf = (day: Day): number => pick(day, [day.testStock.beef, day.testStock.flour, day.testStock.bun]);
/** Returns a quantity up to 50 units with 3 decimals. */
const someOf = (day: Day): number => (1 + below(day, 50_000)) / 1000;

async function opened(day: Day, sentQty = 0) {
  const { shop } = day;
  const slot = String(day.slots + 1 + below(day, 9));
  const items = [line(shop.menu.burger, 1 + below(day, 4), { sentQty }), line(shop.menu.tea, 1, { sentQty })];
  return createBill(shop.store, shop.waiter, sent(slot, { items }));
}

async function paid(day: Day) {
  const bill = await opened(day);
  return (await payBill(day.shop.store, day.shop.waiter, payment(bill))).bill;
}

const actions: Readonly<Record<string, (day: Day) => Promise<unknown>>> = {
  sale: (day) => paid(day),
  async void(day) {
    const bill = await opened(day, 1);
    await voidBill(day.shop.store, day.shop.admin, { billId: bill.key, reason: 'Guest left' });
  },
  async refund(day) {
    const bill = await paid(day);
    const item = bill.items[0];
    if (!item) throw new Error('A bill has items');
    const isWhole = day.next() < 0.5;
    const amount = isWhole ? bill.total : Math.round((bill.total - 1100 - 88) / item.qty);
    await refundBill(day.shop.store, day.shop.admin, {
      key: newKey(),
      billId: bill.key,
      ...(isWhole ? {} : { items: [{ key: item.key, qty: 1 }] }),
      payments: [cash(amount)],
      reason: 'Cold',
    });
  },
  async receipt(day) {
    const { shop, testStock, vendor } = day;
    const isCase = day.next() < 0.4;
    const invoice = await createInvoice(shop.store, shop.admin, {
      key: newKey(),
      vendorId: vendor,
      vendorInvoiceNo: newKey(),
      invoiceDate: day.date ?? new Date().toISOString().slice(0, 10),
      gstMode: pick(day, ['Exclusive', 'Inclusive', 'Exempt'] as const),
      storageId: pick(day, [testStock.kitchen, testStock.store]),
      discount: below(day, 300),
      otherCharges: below(day, 700),
      lines: [
        {
          kind: 'Item',
          itemId: isCase ? testStock.bun : itemOf(day),
          qty: someOf(day),
          ...(isCase ? { unit: 'case' } : {}),
          unitPrice: below(day, 90_000),
          gstPct: 8,
        },
      ],
    });
    const { id } = invoice;
    await moveInvoice(shop.store, shop.admin, { id, status: 'Posted' });
    await receiveInvoice(shop.store, shop.admin, { id, key: newKey() });
    if (day.next() < 0.15)
      await moveInvoice(shop.store, shop.admin, { id, status: 'Cancelled', reason: 'Wrong goods' });
  },
  async transfer(day) {
    const { shop, testStock } = day;
    const [from, to] = day.next() < 0.5 ? [testStock.kitchen, testStock.store] : [testStock.store, testStock.kitchen];
    const qtyRequested = someOf(day);
    const { id } = await createRequest(shop.store, shop.admin, {
      key: newKey(),
      purpose: 'Transfer',
      fromStorageId: from,
      toStorageId: to,
      lines: [{ itemId: itemOf(day), qtyRequested }],
    });
    const step = (status: 'Submitted' | 'Approved' | 'InTransit' | 'Received' | 'Closed', more: object = {}) =>
      moveRequest(shop.store, shop.admin, { id, status, reason: 'As agreed', ...more });
    await step('Submitted');
    await step('Approved');
    await step('InTransit');
    const came = Math.floor(qtyRequested * 1000 * day.next()) / 1000;
    await step('Received', came > 0 ? { lines: [{ id: 1, qty: came }] } : {});
    await step('Closed', { shortage: pick(day, ['Lost', 'Returned']) });
  },
  async count(day) {
    const { shop, testStock } = day;
    const storageId = pick(day, [testStock.kitchen, testStock.store]);
    const { id } = await createCount(shop.store, shop.admin, { key: newKey(), storageId, scope: 'Full' });
    await moveCount(shop.store, shop.admin, { id, status: 'Counting' });
    await saveCountLines(shop.store, shop.admin, { id, lines: [{ itemId: itemOf(day), counted: someOf(day) }] });
    await moveCount(shop.store, shop.admin, { id, status: 'Review' });
    await moveCount(shop.store, shop.admin, { id, status: day.next() < 0.9 ? 'Posted' : 'Cancelled' });
  },
  adjustment: (day) =>
    adjustStock(day.shop.store, day.shop.admin, {
      key: newKey(),
      itemId: itemOf(day),
      storageId: pick(day, [day.testStock.kitchen, day.testStock.store]),
      type: pick(day, ['Opening', 'Waste', 'Lost', 'Set', 'StaffMeal', 'Return'] as const),
      qty: someOf(day),
      ...(day.next() < 0.5 ? { unitCost: below(day, 50_000) / 1000 } : {}),
      reason: 'By chance',
    }),
};

/** Names of all actions. */
export const allActions = Object.keys(actions);

/** Runs a random action. Refusals are counted; other errors are thrown. */
export async function doSomething(day: Day, happened: Happened, among = allActions): Promise<void> {
  const name = pick(day, among);
  try {
    await actions[name]?.(day);
    happened[name] = (happened[name] ?? 0) + 1;
  } catch (error) {
    if (!(error as { refusal?: unknown }).refusal) throw error;
    const { reason } = (error as { refusal: { reason: string } }).refusal;
    happened[`refused ${name} ${reason}`] = (happened[`refused ${name} ${reason}`] ?? 0) + 1;
  }
}
