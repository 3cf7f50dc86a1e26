/**
 * Creates past days of a demo outlet with the services that tills use: a shift a day, bills in three waves, payments,
 * the close.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { createBill } from '../modules/bill/command/create.ts';
import { payBill } from '../modules/bill/command/pay.ts';
import { voidBill } from '../modules/bill/command/void.ts';
import { closeShift } from '../modules/shift/close.ts';
import { createShift } from '../modules/shift/create.ts';
import type { Actor } from '../platform/http/actor.ts';
import type { Store } from '../platform/store/store.ts';
import { markDelivered } from './delivered.ts';
import { type DemoGoods, demoGoods, pickGoods } from './demo-goods.ts';
import { customerKey, demoCustomers } from './demo-people.ts';
import { chance } from './picture/ink.ts';
import { seedActor } from './seed-actor.ts';
import { seedKey } from './seed-key.ts';

/** How much past is created. */
export interface PastDays {
  readonly days: number;
  /** Bills on an ordinary day. */
  readonly cafe: number;
  readonly store: number;
}

export const demoPast: PastDays = { days: 60, cafe: 24, store: 14 };

export interface DemoPlace {
  readonly outletId: number;
  readonly kind: 'cafe' | 'store';
  readonly staff: readonly { readonly id: number; readonly name: string }[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The Maldives are five hours ahead of UTC all year. */
const ahead = 5 * hour;

/** Returns the last midnight in the Maldives before an instant (epoch ms). */
export function localDay(instant: number): number {
  return Math.floor((instant + ahead) / day) * day - ahead;
}

export interface Wave {
  readonly from: number;
  readonly hours: number;
  readonly share: number;
}

export const waves: Readonly<Record<DemoPlace['kind'], readonly Wave[]>> = {
  cafe: [
    { from: 8, hours: 3, share: 0.25 },
    { from: 12, hours: 3, share: 0.33 },
    { from: 18, hours: 4, share: 0.42 },
  ],
  store: [
    { from: 9, hours: 3, share: 0.3 },
    { from: 14, hours: 3, share: 0.3 },
    { from: 18, hours: 3.5, share: 0.4 },
  ],
};

const slotTypes: Readonly<Record<DemoPlace['kind'], readonly (readonly [SlotTypeName, number])[]>> = {
  cafe: [
    ['Table', 0.68],
    ['Takeaway', 0.2],
    ['Delivery', 0.12],
  ],
  store: [
    ['Counter', 0.93],
    ['Delivery', 0.07],
  ],
};

export interface PlannedBill {
  readonly input: BillInput;
  readonly openedAt: number;
  readonly paidAt: number;
  readonly actor: Actor;
  readonly method: 'Cash' | 'Card' | 'BankTransfer';
  readonly isVoid: boolean;
}

function typeOf(kind: DemoPlace['kind'], roll: number): SlotTypeName {
  let sum = 0;
  for (const [type, share] of slotTypes[kind]) {
    sum += share;
    if (roll < sum) return type;
  }
  return slotTypes[kind][0]?.[0] ?? 'Table';
}

/** Returns the customer of a delivery or takeaway, chosen from those that exist from the first days on. */
function customerOf(outletId: number, type: SlotTypeName, roll: number): Pick<BillInput, 'customer' | 'invoiceType'> {
  const regulars = demoCustomers.slice(0, 12);
  const customer = regulars[Math.floor(roll * regulars.length)];
  if (type !== 'Delivery' || !customer) return {};
  const { name, phone, tin } = customer;
  return {
    customer: { key: customerKey(outletId, name), name, phone },
    ...(tin === undefined ? {} : { invoiceType: 'TaxInvoice' }),
  };
}

function planBill(
  place: DemoPlace,
  goods: readonly DemoGoods[],
  wave: Wave,
  midnight: number,
  name: string,
): PlannedBill {
  const next = chance(name);
  const actorOf = place.staff[Math.floor(next() * place.staff.length)];
  if (!actorOf) throw new Error('Nobody works in the outlet');
  const type = typeOf(place.kind, next());
  const openedAt = Math.floor(midnight + (wave.from + next() * wave.hours) * hour);
  const covers = type === 'Table' ? 1 + Math.floor(next() * 4) : 0;
  const lines = place.kind === 'cafe' ? 1 + Math.floor(next() * 2) + covers : 1 + Math.floor(next() * 4);
  const createdAt = new Date(openedAt).toISOString();
  const items = pickGoods(goods, lines, next).map(({ menuItemId, size, isTicketed }, index) => {
    const qty = next() < 0.82 ? 1 : 2;
    const key = seedKey(`${name} line ${index}`);
    return { key, index, menuItemId, size, qty, sentQty: isTicketed ? qty : 0, createdAt };
  });
  const roll = next();
  const discountPercentage = next() < 0.06 ? 10 : 0;
  const inSlot = (type === 'Table' ? 25 + next() * 50 : 4 + next() * 18) * minute;
  const isVoid = next() < 0.012;
  return {
    input: {
      key: seedKey(name),
      type,
      slot: '1',
      items,
      covers,
      discountPercentage,
      createdAt,
      ...customerOf(place.outletId, type, next()),
    },
    openedAt,
    paidAt: openedAt + Math.floor(inSlot),
    actor: seedActor(actorOf, place.outletId),
    method: roll < 0.52 ? 'Cash' : roll < 0.9 ? 'Card' : 'BankTransfer',
    isVoid,
  };
}

/** Returns the bills of one wave, in the order of their opening. Bills that are open at the same time get different slots. */
export function planWave(
  place: DemoPlace,
  goods: readonly DemoGoods[],
  wave: Wave,
  midnight: number,
  count: number,
  name: string,
): PlannedBill[] {
  const planned = Array.from({ length: count }, (_, i) => planBill(place, goods, wave, midnight, `${name} ${i}`));
  planned.sort((a, b) => a.openedAt - b.openedAt);
  const used = new Map<SlotTypeName, number>();
  return planned.map((bill) => {
    const slot = (used.get(bill.input.type) ?? 0) + 1;
    used.set(bill.input.type, slot);
    return { ...bill, input: { ...bill.input, slot: String(slot) } };
  });
}

/** Pays a planned bill, or voids it. */
export function settle(store: Store, planned: PlannedBill, bill: Bill): Promise<unknown> {
  const at = store.at(planned.paidAt);
  if (planned.isVoid) return voidBill(at, planned.actor, { billId: bill.key, reason: 'Guest changed their mind' });
  const note = planned.method === 'Cash' ? Math.ceil(bill.total / 10_000) * 10_000 : bill.total;
  return payBill(at, planned.actor, {
    key: bill.key,
    seen: { itemKeys: bill.items.map((item) => item.key), total: bill.total },
    payments: [{ key: seedKey(`payment ${bill.key}`), method: planned.method, amount: bill.total, tendered: note }],
    modifiedAt: new Date(planned.paidAt).toISOString(),
  });
}

async function seedDay(
  store: Store,
  place: DemoPlace,
  goods: readonly DemoGoods[],
  midnight: number,
  bills: number,
): Promise<void> {
  const name = `${place.outletId} ${new Date(midnight + ahead).toISOString().slice(0, 10)}`;
  const keeper = place.staff[0];
  if (!keeper) throw new Error('Nobody works in the outlet');
  const actor = seedActor(keeper, place.outletId);
  const opensAt = midnight + 7.5 * hour;
  const closesAt = midnight + 23.5 * hour;
  const openingBalance = 50_000;
  const shift = await createShift(store.at(opensAt), actor, {
    key: seedKey(`shift ${name}`),
    openingBalance,
    createdAt: new Date(opensAt).toISOString(),
  });
  const taken = new Map<string, number>([['Cash', openingBalance]]);
  for (const [index, wave] of waves[place.kind].entries()) {
    const planned = planWave(place, goods, wave, midnight, Math.round(bills * wave.share), `${name} ${index}`);
    const opened = await Promise.all(planned.map((one) => createBill(store.at(one.openedAt), one.actor, one.input)));
    const inOrder = planned
      .map((one, i) => ({ one, bill: opened[i] as Bill }))
      .sort((a, b) => a.one.paidAt - b.one.paidAt);
    await Promise.all(inOrder.map(({ one, bill }) => settle(store, one, bill)));
    for (const { one, bill } of inOrder) {
      if (!one.isVoid) taken.set(one.method, (taken.get(one.method) ?? 0) + bill.total);
    }
  }
  await closeShift(store.at(closesAt), actor, {
    id: shift.id,
    counted: [...taken].map(([method, amount]) => ({ method, amount })),
  });
}

/** Writes the past days of an outlet up to yesterday; the last shift is closed. */
export async function seedSales(store: Store, place: DemoPlace, now: number, past: PastDays): Promise<void> {
  const goods = await demoGoods(store, place.outletId, place.kind);
  const today = localDay(now);
  for (let back = past.days; back >= 1; back--) {
    const midnight = today - back * day;
    const weekday = new Date(midnight + ahead).getUTCDay();
    const busy = weekday === 5 ? 0.7 : weekday === 4 || weekday === 6 ? 1.35 : 1;
    const swing = 0.85 + chance(`swing ${place.outletId} ${back}`)() * 0.3;
    await seedDay(store, place, goods, midnight, Math.round(past[place.kind] * busy * swing));
  }
  await markDelivered(store, place.outletId);
}
