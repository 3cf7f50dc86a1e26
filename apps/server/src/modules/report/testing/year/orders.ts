/** Advance orders and layaways of the year of trade: instalments and deposits, across the change of the rate. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { expect } from 'vitest';
import { voidBill } from '../../../bill/service.ts';
import { newKey } from '../../../bill/testing/shop.ts';
import { cancelOrder, createOrder, openOrder } from '../../../order/commands.ts';
import { findOrder } from '../../../order/list.ts';
import { payOrder } from '../../../order/pay.ts';
import { balanceOf, count, type OrderBook, type Paid, type Sale } from './books.ts';
import { dayAfter, dayMs, dayOf } from './calendar.ts';
import { addWallet, holdFor, payByWallet, redeem, write } from './cards.ts';
import { type Item, spread, sum, type Terms, type Totals, totalsOf, type Use } from './law.ts';
import { lineOf, setLines, type Tap } from './lines.ts';
import { plan } from './plan.ts';
import { refund } from './refunds.ts';
import { cashRounded, keepUses, pay, usedUp } from './serve.ts';
import { below, compare, happens, moment, note, type Open, pick, rateAt, storeAt, type Year } from './state.ts';

const terms: Terms = { service: 0, percentOff: 0, amountOff: null, ahead: 0 };

/** Returns the lines of an order at the rates of a day: prices stay. */
const atRates = (items: readonly Item[], rate: number): readonly Item[] =>
  items.map((item) => (item.isBillRate ? { ...item, rate } : item));

const totalsOn = (year: Year, { items, uses }: Pick<OrderBook, 'items' | 'uses'>, at: number): Totals =>
  totalsOf(atRates(items, rateAt(year, at)), uses, terms);

export async function makeOrder(year: Year, at: number): Promise<void> {
  const guest = happens(year, 0.6) ? pick(year, year.shop.guests) : undefined;
  const tap: Tap = { at, rate: rateAt(year, at), groupId: guest?.groupId ?? 0 };
  const lines = [
    lineOf(year, 'cake', tap, { qty: 1000 }),
    ...(happens(year, 0.5) ? [lineOf(year, pick(year, ['pizza', 'wine', 'soup', 'tea'] as const), tap)] : []),
    ...(happens(year, 0.3) ? setLines(year, tap) : []),
  ];
  const items = lines.map(({ item }) => item);
  const key = newKey();
  const basket = {
    items,
    uses: [],
    terms,
    type: 'Takeaway',
    at,
    hasCustomer: guest !== undefined,
    customerOff: guest?.off ?? 0,
    coupons: new Set<number>(),
    usedUp: usedUp(year, key, guest),
    taps: new Map<string, number>(),
  };
  const uses = plan(basket, year.shop.rules);
  const isDeposit = happens(year, 0.4);
  const totals = totalsOf(items, uses, terms);
  if (totals.total <= 0) return;
  const dueAt = new Date(at + (2 + below(year, 25)) * dayMs).toISOString();
  const isLayaway = happens(year, 0.3);
  await createOrder(storeAt(year, at), year.shop.admin, {
    key,
    bill: {
      key: newKey(),
      type: 'Takeaway',
      slot: '1',
      items: lines.map(({ sent }) => sent),
      ...(guest && { customerId: guest.id }),
    },
    name: 'Nadia',
    dueAt,
    tax: isDeposit ? 'Refundable' : 'Instalments',
    ...(isLayaway && {
      kind: 'Layaway' as const,
      plan: [{ date: dayAfter(dayOf(at), 5), amount: Math.floor(totals.total / 3) }],
    }),
  });
  const found = await findOrder(storeAt(year, at), year.shop.shop.outletId, key);
  expect([found.total, found.paid]).toEqual([totals.total, 0]);
  const order: OrderBook = {
    key,
    number: found.number,
    items,
    uses,
    terms,
    customerId: guest?.id ?? 0,
    isDeposit,
    paid: [],
    walletId: null,
    dueDay: dayOf(Date.parse(dueAt)),
    endedOn: null,
  };
  year.orders.push(order);
  year.books.orders.push(order);
  count(year.books, isLayaway ? 'layaway' : 'order');
}

const paidAhead = ({ paid, walletId }: OrderBook, year: Year): number => {
  const wallet = walletId === null ? undefined : year.books.wallets.get(walletId);
  return wallet
    ? balanceOf(wallet)
    : sum(paid, ({ sale, moneyBack }) => sale.totals.total - moneyBackOf(moneyBack, sale));
};
const moneyBackOf = (moneyBack: number, sale: Sale): number => Math.min(moneyBack, sale.totals.total);

/** Returns the lines of an instalment: one for each rate of the order, tax included, by the value of the rates with tax. */
function instalmentItems(totals: Totals, amount: number): Item[] {
  const values = new Map<number, number>();
  for (const { mode, rate, base, gst } of totals.rates) {
    const at = mode === 'Exempt' ? 0 : rate;
    values.set(at, (values.get(at) ?? 0) + base + gst);
  }
  const rates = [...values].filter(([, value]) => value > 0).sort(([a], [b]) => b - a);
  const parts = spread(
    amount,
    rates.map(([, value]) => value),
  );
  return rates.flatMap(([rate], place): Item[] => {
    const price = parts[place] ?? 0;
    const mode = rate > 0 ? ('Inclusive' as const) : ('Exempt' as const);
    const about = { name: 'Advance', size: '', options: 0, cap: null, off: null, isComp: false, isVoid: false };
    const flags = { isBillRate: false, isCharged: false, isWeighed: false };
    return price === 0 ? [] : [{ key: `${place}`, place, itemId: 0, qty: 1000, price, mode, rate, ...about, ...flags }];
  });
}

/** Writes the bill of what is paid ahead, or kept of it. */
function noteAhead(
  year: Year,
  bill: Bill,
  more: Pick<Sale, 'items' | 'totals' | 'payments' | 'rounding' | 'customerId'> & Partial<Sale>,
  at: number,
  what: string,
): Sale {
  const about = { key: bill.key, id: bill.id ?? 0, invoice: bill.invoiceNumber ?? '', ...moment(year, at) };
  return note(
    year,
    { ...about, type: 'Takeaway', covers: 0, person: 'Admin', uses: [], tip: 0, isAhead: true, ...more },
    what,
  );
}

/** Takes an instalment or a deposit. */
async function payAhead(year: Year, order: OrderBook, at: number): Promise<void> {
  const totals = totalsOn(year, order, at);
  const due = totals.total - paidAhead(order, year);
  if (due < 200) return;
  const amount = Math.min(due, happens(year, 0.1) ? due : 100 + below(year, Math.floor(due / 2)));
  const key = newKey();
  const byCard =
    order.isDeposit || happens(year, 0.8)
      ? undefined
      : await payByWallet(year, { bill: { key } as Bill, guest: undefined }, amount, at);
  const left = amount - (byCard?.amount ?? 0);
  const method = cashRounded(left) > 0 ? pick(year, ['Cash', 'Card'] as const) : 'Card';
  const rest = method === 'Cash' ? cashRounded(left) : left;
  const inputs: PaymentInput[] = [
    ...(byCard ? [byCard] : []),
    ...(rest > 0 ? [{ key: newKey(), method, amount: rest }] : []),
  ];
  const bill = await payOrder(storeAt(year, at), year.shop.admin, {
    key,
    orderKey: order.key,
    amount,
    payments: inputs,
  });
  const payments = inputs.map(({ key: of, method: by, amount: part, wallet }) => ({
    key: of,
    method: by,
    amount: part,
    ...(wallet && { walletId: wallet.id }),
  }));
  const about = { payments, rounding: rest - left, customerId: order.customerId };
  if (byCard?.wallet) redeem(year, byCard.wallet.id, byCard.amount, at);
  if (order.isDeposit) return takeDeposit(year, order, { bill, amount, at, about });
  const items = instalmentItems(totals, amount);
  const own = totalsOf(items, [], terms);
  compare('instalment', bill, own);
  const isAfter =
    at >= Date.parse(`${year.rateDay}T00:00:00Z`) &&
    order.paid.some(({ sale }) => sale.at < Date.parse(`${year.rateDay}T00:00:00Z`));
  const sale = noteAhead(
    year,
    bill,
    {
      ...about,
      items: items.map((item, place) => ({ ...item, key: bill.items[place]?.key ?? '' })),
      totals: keyed(own, bill),
    },
    at,
    isAfter ? 'instalment after the change of the rate' : 'instalment',
  );
  const paid: Paid = {
    sale,
    payments: [...payments],
    back: new Map(),
    moneyBack: 0,
    refunds: [],
    earned: 0,
    spent: new Map(),
    isClosed: true,
  };
  order.paid.push(paid);
}

/** Names the lines of an instalment as the server does. */
const keyed = (totals: Totals, { items }: Bill): Totals => ({
  ...totals,
  lines: totals.lines.map((line) => ({ ...line, item: { ...line.item, key: items[line.item.place]?.key ?? '' } })),
});

async function takeDeposit(
  year: Year,
  order: OrderBook,
  {
    bill,
    amount,
    at,
    about,
  }: {
    readonly bill: Bill;
    readonly amount: number;
    readonly at: number;
    readonly about: Pick<Sale, 'payments' | 'rounding' | 'customerId'>;
  },
): Promise<void> {
  const totals: Totals = { ...totalsOf([], [], terms), cards: amount };
  compare('deposit', bill, totals);
  noteAhead(year, bill, { ...about, items: [], totals, deposit: amount }, at, 'deposit');
  const type = order.walletId === null ? 'Issue' : 'Load';
  order.walletId ??= (await addWallet(year, at, { kind: 'Deposit', code: '', orderKey: order.key })).id;
  write(year, order.walletId, { day: dayOf(at), type, amount });
}

/** Opens an order as a bill and pays it, less what was paid ahead. */
async function collect(year: Year, order: OrderBook, at: number): Promise<void> {
  const rate = rateAt(year, at);
  const ahead = order.isDeposit ? 0 : paidAhead(order, year);
  year.slot += 1;
  const place = { type: 'Takeaway' as const, slot: String(1 + (year.slot % 40)) };
  const open = () => openOrder(storeAt(year, at), year.shop.admin, { key: newKey(), orderKey: order.key, ...place });
  let bill = await open();
  if (happens(year, 0.15)) {
    await voidBill(storeAt(year, at + 1), year.shop.admin, { billId: bill.key, reason: 'Not today' });
    for (const item of order.items)
      year.books.voids.push({
        at: at + 1,
        day: dayOf(at),
        shift: year.shift,
        bill: String(bill.number),
        kind: 'Bill',
        item: { ...item, rate },
        reason: 'Not today',
      });
    count(year.books, 'void bill of an order');
    bill = await open();
  }
  keepUses(year, bill.key, order.customerId, order.uses);
  const keyOf = new Map(bill.items.map(({ index, key }) => [index, key]));
  const renamed = new Map(order.items.map(({ key, place: index }) => [key, keyOf.get(index) ?? '']));
  const items = atRates(order.items, rate).map(
    (item): Item => ({
      ...item,
      key: renamed.get(item.key) ?? '',
      ...(item.partOf && { partOf: renamed.get(item.partOf) ?? '' }),
    }),
  );
  const uses = order.uses.map(
    (use): Use => ({
      ...use,
      ...(use.parts && { parts: use.parts.map((part) => ({ ...part, key: renamed.get(part.key) ?? '' })) }),
    }),
  );
  const guest = year.shop.guests.find(({ id }) => id === order.customerId);
  const opened: Open = {
    bill,
    type: 'Takeaway',
    guest,
    coupons: new Set(),
    terms: { ...terms, ahead },
    covers: 0,
    items,
    uses,
    taps: new Map(),
  };
  compare('opened order', bill, totalsOf(items, uses, opened.terms));
  const wallet = order.walletId === null ? undefined : year.books.wallets.get(order.walletId);
  const byDeposit =
    wallet && balanceOf(wallet) > 0
      ? await holdFor(year, wallet, bill.key, Math.min(balanceOf(wallet), bill.total), at + 1)
      : undefined;
  await pay(year, opened, at + 2, byDeposit);
  count(year.books, ahead > 0 ? 'collected with instalments' : byDeposit ? 'collected with a deposit' : 'collected');
}

/** Ends an order: what was paid is kept, or given back. */
async function cancel(year: Year, order: OrderBook, at: number): Promise<void> {
  const forfeit = happens(year, 0.5);
  const reason = 'Nobody came';
  if (!forfeit) for (const paid of order.paid) await refund(year, paid, at, true);
  await cancelOrder(storeAt(year, at), year.shop.admin, { orderKey: order.key, forfeit, reason });
  count(year.books, 'cancelled');
  count(year.books, `cancelled with all ${forfeit ? 'kept' : 'given back'}`);
  const wallet = order.walletId === null ? undefined : year.books.wallets.get(order.walletId);
  const amount = wallet ? balanceOf(wallet) : 0;
  if (!wallet || amount === 0) return;
  const day = dayOf(at);
  write(year, wallet.id, { day, type: forfeit ? 'Forfeit' : 'PayOut', amount: -amount });
  if (!forfeit) {
    wallet.isClosed = true;
    year.books.cash.push({ at, day, shift: year.shift, kind: 'Out', amount, reason });
    return;
  }
  const items = instalmentItems(totalsOn(year, order, at), amount);
  const payments = [{ key: '', method: 'Deposit', amount, walletId: wallet.id }];
  const bill = await storeAt(year, at).readOutlet(year.shop.shop.outletId, (db) =>
    db
      .selectFrom('bill')
      .select('doc')
      .where('outlet_id', '=', year.shop.shop.outletId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const totals = totalsOf(items, [], terms);
  compare('kept deposit', bill.doc, totals);
  noteAhead(year, bill.doc, { items, totals, payments, rounding: 0, customerId: order.customerId }, at, 'deposit kept');
}

/** Works on orders: makes one, takes money for one, and ends those that are due. */
export async function orderWork(year: Year, at: number): Promise<void> {
  if (year.orders.length < 6 && happens(year, 0.5)) await makeOrder(year, at);
  if (year.orders.length > 0 && happens(year, 0.8)) await payAhead(year, pick(year, year.orders), at + 1000);
  for (const [place, order] of year.orders.filter(({ dueDay }) => dueDay <= dayOf(at)).entries()) {
    year.orders.splice(year.orders.indexOf(order), 1);
    await (happens(year, 0.35) ? cancel : collect)(year, order, at + (place + 2) * 10_000);
    order.endedOn = dayOf(at);
  }
}
