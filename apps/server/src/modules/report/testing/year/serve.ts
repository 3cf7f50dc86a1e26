/** A bill of the year of trade, from its first tap until it is paid or void. */
import type { Bill } from '@atoll/domain/bill/bill';
import { rewardKey } from '@atoll/domain/bill/promotion/reward';
import type { BillInput, PaymentInput } from '@atoll/domain/contract/bill/bill';
import { expect } from 'vitest';
import { createBill, payBill, updateBill, voidBill } from '../../../bill/service.ts';
import { newKey } from '../../../bill/testing/shop.ts';
import type { Paid, Sale } from './books.ts';
import { count } from './books.ts';
import { dayOf } from './calendar.ts';
import { cardToSell, issueCard, payByWallet, redeem } from './cards.ts';
import { half, type Item, sum, type Terms, totalsOf, type Use } from './law.ts';
import { type Line, someLines, type Tap } from './lines.ts';
import { type Basket, plan } from './plan.ts';
import { cashStep, type Guest, pointsOf, serviceBp } from './shop.ts';
import {
  addPoints,
  below,
  compare,
  happens,
  moment,
  note,
  type Open,
  pick,
  pointsHeld,
  pointsInYear,
  rateAt,
  storeAt,
  type Year,
} from './state.ts';

const minute = 60_000;

/** Returns the promotions whose limits other bills have reached. */
export function usedUp(year: Year, key: string, guest: Guest | undefined): ReadonlySet<number> {
  const reached = year.shop.rules.filter(({ id, maxTotal, maxPerCustomer }) => {
    const others = [...(year.uses.get(id) ?? [])].filter(([bill]) => bill !== key);
    const own = others.filter(([, customer]) => customer === guest?.id);
    return (maxTotal && others.length >= maxTotal) || (guest && maxPerCustomer && own.length >= maxPerCustomer);
  });
  return new Set(reached.map(({ id }) => id));
}

/** Keeps which promotions a bill has. */
export function keepUses(year: Year, key: string, customerId: number, uses: readonly Use[]): void {
  const ids = new Set(uses.map(({ id }) => id));
  for (const id of new Set([...year.uses.keys(), ...ids])) {
    const bills = year.uses.get(id) ?? new Map<string, number>();
    if (ids.has(id)) bills.set(key, customerId);
    else bills.delete(key);
    year.uses.set(id, bills);
  }
}

const basketOf = (year: Year, open: Omit<Open, 'bill' | 'covers'>, key: string, at: number): Basket => ({
  ...open,
  at,
  hasCustomer: open.guest !== undefined,
  customerOff: open.guest?.off ?? 0,
  usedUp: usedUp(year, key, open.guest),
});

const inputOf = ({ bill, type }: Open): BillInput => ({
  key: bill.key,
  type,
  slot: bill.slot,
  version: bill.version,
  changed: [],
});

/** Returns the coupons that a till puts on a new bill, and the promotions among them that count. */
function someCoupons(year: Year, guest: Guest | undefined) {
  const { coupon, reward } = year.shop;
  const sent: NonNullable<BillInput['coupons']> = [];
  const counting = new Set<number>();
  if (happens(year, 0.12)) {
    const { maxUses, ...one } = coupon;
    sent.push(one);
    // Each bill that has the coupon counts, also where the promotion takes nothing off.
    if (year.couponBills.size < maxUses) counting.add(one.promotionId);
  }
  if (guest && happens(year, 0.3)) {
    sent.push({ key: rewardKey(reward.id), promotionId: reward.id, last4: '' });
    if (pointsHeld(year, guest.id) >= (reward.pointsCost ?? 0)) counting.add(reward.id);
  }
  return { sent, counting };
}

export async function openBill(year: Year, at: number): Promise<Open> {
  const type = pick(year, ['Table', 'Table', 'Takeaway', 'Counter'] as const);
  const guest = happens(year, 0.5) ? pick(year, year.shop.guests) : undefined;
  const { sent: coupons, counting } = someCoupons(year, guest);
  const tap: Tap = { at, rate: rateAt(year, at), groupId: guest?.groupId ?? 0 };
  const lines = someLines(year, tap, 1 + below(year, 5));
  const roll = year.next();
  const percentOff = roll < 0.15 ? 100 * (1 + below(year, 25)) : 0;
  const amountOff = roll > 0.9 ? 1 + below(year, 3000) : null;
  const terms: Terms = {
    service: serviceBp[type],
    percentOff: amountOff === null ? percentOff : 0,
    amountOff,
    ahead: 0,
  };
  const covers = type === 'Table' ? 1 + below(year, 5) : 0;
  // The first bills sell a card, so that one is old enough to expire in a short year too.
  const card = year.books.sales.length < 3 || happens(year, 0.06) ? cardToSell(year) : undefined;
  const key = newKey();
  const items = [...lines.map(({ item }) => item), ...(card ? [card.item] : [])];
  const start = {
    type,
    guest,
    coupons: counting,
    terms,
    items,
    uses: [],
    taps: new Map(items.map((item) => [item.key, at])),
  };
  const uses = plan(basketOf(year, start, key, at), year.shop.rules);
  year.slot += 1;
  const bill = await createBill(storeAt(year, at), year.shop.admin, {
    key,
    type,
    slot: String(1 + (year.slot % 40)),
    covers,
    items: [...lines.map(({ sent }) => sent), ...(card ? [card.sent] : [])],
    ...(guest && { customerId: guest.id }),
    ...(coupons.length > 0 && { coupons }),
    ...(percentOff > 0 && { discountPercentage: percentOff / 100 }),
    ...(amountOff !== null && { discountAmount: amountOff }),
  });
  if (counting.has(year.shop.coupon.promotionId)) year.couponBills.add(key);
  keepUses(year, key, guest?.id ?? 0, uses);
  const open = { ...start, bill, uses, covers };
  compare('new bill', bill, totalsOf(items, uses, terms));
  return open;
}

/** Orders more. */
async function addLines(year: Year, open: Open, at: number): Promise<Open> {
  const tap: Tap = { at, rate: rateAt(year, Date.parse(open.bill.createdAt)), groupId: open.guest?.groupId ?? 0 };
  const lines: Line[] = someLines(year, tap, 1 + below(year, 2));
  for (const { item } of lines) open.taps.set(item.key, at);
  const items = [...open.items, ...lines.map(({ item }) => item)];
  const uses = plan(basketOf(year, { ...open, items }, open.bill.key, at), year.shop.rules);
  const change = { ...inputOf(open), items: lines.map(({ sent }) => sent) };
  const { bill } = await updateBill(storeAt(year, at), year.shop.admin, change);
  keepUses(year, bill.key, open.guest?.id ?? 0, uses);
  compare('ordered more', bill, totalsOf(items, uses, open.terms));
  count(year.books, 'ordered more');
  return { ...open, bill, items, uses };
}

/** Voids a line: its promotions end, and those of several lines are tried again on the rest. */
async function voidLine(year: Year, open: Open, at: number): Promise<Open> {
  const voidable = open.items.filter(
    ({ partOf, set, isCard, isVoid, isComp }) => !partOf && !set && !isCard && !isVoid && !isComp,
  );
  if (voidable.length < 2) return open;
  const item = pick(year, voidable);
  const items = open.items.map((one) => (one === item ? { ...one, isVoid: true } : one));
  const isOn = ({ parts }: Use): boolean => parts?.some(({ key }) => key === item.key) ?? false;
  const kept = open.uses.filter((use) => !isOn(use));
  const again = new Set(open.uses.filter((use) => isOn(use) && (use.parts?.length ?? 0) > 1).map(({ id }) => id));
  const uses =
    again.size === 0
      ? kept
      : plan(basketOf(year, { ...open, items, uses: kept }, open.bill.key, at), year.shop.rules, again);
  const gone = {
    key: item.key,
    menuItemId: item.itemId,
    size: item.size,
    qty: item.qty / 1000,
    isVoid: true,
    voidReason: 'Spilt',
  };
  const { bill } = await updateBill(storeAt(year, at), year.shop.admin, { ...inputOf(open), items: [gone] });
  keepUses(year, bill.key, open.guest?.id ?? 0, uses);
  compare('voided a line', bill, totalsOf(items, uses, open.terms));
  count(year.books, again.size > 0 ? 'voided a line of a set of units' : 'voided a line');
  return { ...open, bill, items, uses };
}

export const cashRounded = (amount: number): number => half(amount, 1, cashStep) * cashStep;

/** Returns the payments of an amount by one or two methods, with what was held of cards. */
async function tender(
  year: Year,
  open: Open,
  due: number,
  at: number,
  first?: PaymentInput,
): Promise<{ readonly inputs: PaymentInput[]; readonly due: number }> {
  const inputs: PaymentInput[] = [];
  let left = due;
  const byWallet = first ?? (due > 0 && happens(year, 0.35) ? await payByWallet(year, open, due, at) : undefined);
  if (byWallet) {
    inputs.push(byWallet);
    left -= byWallet.amount;
  } else if (due > 100 && happens(year, 0.2)) {
    const amount = 1 + below(year, due - 1);
    inputs.push({ key: newKey(), method: 'Card', amount });
    left -= amount;
  }
  if (left === 0) return { inputs, due };
  const method = pick(year, ['Cash', 'Cash', 'Card', 'BankTransfer'] as const);
  const amount = method === 'Cash' ? cashRounded(left) : left;
  if (amount > 0) inputs.push({ key: newKey(), method, amount });
  else if (inputs.length > 0) return tenderAll(inputs, due, left);
  return { inputs, due: due - left + amount };
}

/** Nothing in cash is left to pay: the last method pays all of it. */
function tenderAll(inputs: readonly PaymentInput[], due: number, left: number) {
  const last = inputs.at(-1) as PaymentInput;
  // What a card holds may be too little for it.
  return {
    inputs: last.wallet
      ? [...inputs, { key: newKey(), method: 'Card' as const, amount: left }]
      : [...inputs.slice(0, -1), { ...last, amount: last.amount + left }],
    due,
  };
}

/** Pays a bill and writes it to the books. */
export async function pay(year: Year, open: Open, at: number, first?: PaymentInput): Promise<Paid> {
  const { bill, items, uses, terms, type, guest } = open;
  const totals = totalsOf(items, uses, terms);
  const toPay = totals.total + totals.cards;
  const tip = toPay > 0 && happens(year, 0.15) ? 1 + below(year, 1500) : 0;
  const { inputs, due } = await tender(year, open, toPay + tip, at, first);
  const request = {
    key: bill.key,
    payments: inputs,
    tip,
    seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
  };
  const { bill: paid } = await payBill(storeAt(year, at), year.shop.admin, request);
  compare('paid', paid, totals);
  const sale: Sale = {
    key: paid.key,
    id: paid.id ?? 0,
    invoice: paid.invoiceNumber ?? '',
    ...moment(year, at),
    type,
    customerId: guest?.id ?? 0,
    covers: open.covers,
    person: 'Admin',
    items,
    totals,
    uses,
    rounding: due - toPay - tip,
    tip,
    payments: inputs.map(({ key, method, amount, wallet }) => ({
      key,
      method,
      amount,
      ...(wallet && { walletId: wallet.id }),
    })),
  };
  note(year, sale, 'paid');
  voidsOf(year, paid.invoiceNumber ?? '', items, paid);
  for (const { amount, wallet } of inputs) if (wallet) redeem(year, wallet.id, amount, at);
  for (const item of items) if (item.isCard && !item.isVoid) await issueCard(year, item, at);
  const entry = {
    sale,
    payments: [...sale.payments],
    back: new Map<string, number>(),
    moneyBack: 0,
    refunds: [],
    isClosed: false,
  };
  const one: Paid = { ...entry, ...givePoints(year, sale, at) };
  expect([paid.points?.earned ?? 0, paid.points?.spent ?? 0]).toEqual([
    one.earned,
    sum([...one.spent.values()], (points) => points),
  ]);
  year.paid.push(one);
  return one;
}

/** Writes the points that a paid bill earns, and what its rewards cost. */
function givePoints(
  year: Year,
  { totals, uses, customerId, key: _ }: Sale,
  at: number,
): Pick<Paid, 'earned' | 'spent'> {
  const { reward, dishes } = year.shop;
  const spent = new Map<number, number>();
  if (customerId === 0) return { earned: 0, spent };
  const lines = totals.lines
    .filter(({ item }) => item.itemId > 0)
    .map((line) => ({ ...line, net: line.amount - line.discount }));
  const paid = lines.filter(({ net }) => net > 0);
  const juices = sum(
    paid.filter(({ item }) => item.itemId === dishes['juice']?.id),
    ({ qty }) => Math.floor(qty / 1000),
  );
  const earned = pointsOf(
    sum(paid, ({ net }) => net),
    juices,
    pointsInYear(year, customerId, at),
  );
  if (uses.some(({ id }) => id === reward.id)) spent.set(reward.id, reward.pointsCost ?? 0);
  const entry = { at, day: dayOf(at), customerId };
  for (const points of spent.values()) addPoints(year, { ...entry, type: 'Redeem', points: -points });
  addPoints(year, { ...entry, type: 'Earn', points: earned });
  return { earned, spent };
}

/** Writes the lines of a closed bill that were voided. */
function voidsOf(year: Year, bill: string, items: readonly Item[], { items: stored }: Bill): void {
  for (const item of items.filter(({ isVoid }) => isVoid)) {
    const at = Date.parse(stored.find(({ key }) => key === item.key)?.voidedAt ?? '');
    year.books.voids.push({
      at,
      day: year.books.sales.at(-1)?.day ?? '',
      shift: year.shift,
      bill,
      kind: 'Item',
      item,
      reason: 'Spilt',
    });
  }
}

async function voidAll(year: Year, { bill, items }: Open, at: number): Promise<void> {
  const { bill: gone } = {
    bill: await voidBill(storeAt(year, at), year.shop.admin, { billId: bill.key, reason: 'Guest left' }),
  };
  keepUses(year, bill.key, 0, []);
  year.couponBills.delete(bill.key);
  count(year.books, 'void bill');
  for (const item of items.filter(({ isCard }) => !isCard)) {
    const voidedAt = item.isVoid ? Date.parse(gone.items.find(({ key }) => key === item.key)?.voidedAt ?? '') : at;
    const kind = item.isVoid ? ('Item' as const) : ('Bill' as const);
    const reason = item.isVoid ? 'Spilt' : 'Guest left';
    year.books.voids.push({
      at: voidedAt,
      day: dayOf(at),
      shift: year.shift,
      bill: String(gone.number),
      kind,
      item,
      reason,
    });
  }
}

/** Serves a bill. */
export async function serve(year: Year, at: number): Promise<void> {
  let open = await openBill(year, at);
  if (happens(year, 0.3)) open = await addLines(year, open, at + 10 * minute);
  if (happens(year, 0.25)) open = await voidLine(year, open, at + 15 * minute);
  if (happens(year, 0.05)) await voidAll(year, open, at + 20 * minute);
  else await pay(year, open, at + 25 * minute);
}
