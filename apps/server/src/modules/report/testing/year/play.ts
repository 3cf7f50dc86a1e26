/** Plays the year of trade on the server, with its clock moved. */
import { priceChange } from '@atoll/domain/resources/price-change';
import { expect } from 'vitest';
import type { Store } from '../../../../platform/store/store.ts';
import { createRecord, type NewRecord } from '../../../../resource/write.ts';
import { newKey } from '../../../bill/testing/shop.ts';
import { applyDueChanges } from '../../../price/apply-due.ts';
import { priceChangeHooks } from '../../../price/change-hooks.ts';
import { addCash, closeShift, createShift } from '../../../shift/service.ts';
import { seededRandom } from '../../../stock/testing/random-stock.ts';
import { newBooks, type ShiftBook } from './books.ts';
import { dayAfter, dayOf, instantAt } from './calendar.ts';
import { officeWork } from './cards.ts';
import { orderWork } from './orders.ts';
import { correct, exchange, refundSome } from './refunds.ts';
import { serve } from './serve.ts';
import { addGuest, makeYearShop, welcomePoints } from './shop.ts';
import { addPoints, below, happens, moment, storeAt, type Year } from './state.ts';
import { expectedShift } from './z.ts';

export interface YearPlan {
  readonly seed: number;
  readonly from: string;
  readonly days: number;
  readonly perDay: number;
}

const hourMs = 3_600_000;

async function startYear(store: Store, { seed, from, days }: YearPlan): Promise<Year> {
  const rateDay = dayAfter(from, Math.floor(days / 2));
  const start = instantAt(from, 6);
  const shop = await makeYearShop(store, start, rateDay);
  const year: Year = {
    shop: { ...shop, shop: { ...shop.shop, store } },
    store,
    books: newBooks(),
    next: seededRandom(seed),
    rateDay,
    rateAfter: 1000,
    changes: [],
    paid: [],
    orders: [],
    uses: new Map(),
    couponBills: new Set(),
    shift: 0,
    slot: 0,
  };
  for (let number = 1; number <= 6; number += 1) await welcome(year, start + number * 1000, number);
  await planChanges(year, start, from, days);
  return year;
}

async function welcome(year: Year, at: number, number: number): Promise<void> {
  const { id } = await addGuest(year.shop, storeAt(year, at), number);
  addPoints(year, { at, day: dayOf(at), customerId: id, type: 'Earn', points: welcomePoints });
}

/** Plans what the menu will cost later. */
async function planChanges(year: Year, start: number, from: string, days: number): Promise<void> {
  const plans = [
    { dish: 'pizza', size: 'Small', price: 8777, part: 0.2 },
    { dish: 'tea', size: 'Regular', price: 1612, part: 0.4 },
    { dish: 'burger', size: 'Regular', price: 6999, part: 0.7 },
    { dish: 'pizza', size: 'Small', price: 7999, part: 0.8 },
  ];
  for (const { part, ...change } of plans) {
    const day = dayAfter(from, Math.max(1, Math.floor(days * part)));
    const { dish, size, price } = change;
    const resource = { definition: priceChange, hooks: priceChangeHooks };
    const prices = [{ menuItemId: year.shop.dishes[dish]?.id, size, price }];
    const body = { key: newKey(), name: `${dish} from ${day}`, fromDate: day, prices } as unknown as NewRecord;
    await createRecord(storeAt(year, start), year.shop.admin, resource, body);
    year.changes.push({ ...change, day });
  }
}

async function openShift(year: Year, at: number): Promise<ShiftBook> {
  const opening = 50_000 + 100 * below(year, 100);
  const made = await createShift(storeAt(year, at), year.shop.admin, { key: newKey(), openingBalance: opening });
  year.shift = made.id;
  const book: ShiftBook = {
    id: made.id,
    number: made.number,
    day: dayOf(at),
    opening,
    counted: null,
    totals: null,
    zNumber: null,
  };
  year.books.shifts.push(book);
  return book;
}

async function endShift(year: Year, book: ShiftBook, at: number): Promise<void> {
  const counted = [{ method: 'Cash', amount: 50_000 + below(year, 1000) }];
  const closing = { id: book.id, counted, differenceReason: 'Counted' };
  const { z } = await closeShift(storeAt(year, at), year.shop.admin, closing);
  book.counted = counted[0]?.amount ?? 0;
  book.totals = z.totals;
  book.zNumber = z.number;
  expect({ shift: book.number, ...z.totals }).toEqual({ shift: book.number, ...expectedShift(year.books, book) });
}

async function drawer(year: Year, at: number): Promise<void> {
  const kind = happens(year, 0.5) ? ('In' as const) : ('Out' as const);
  const [amount, reason] = [100 * (1 + below(year, 90)), 'Change'];
  await addCash(storeAt(year, at), year.shop.admin, { key: newKey(), shiftId: year.shift, kind, amount, reason });
  year.books.cash.push({ ...moment(year, at), kind, amount, reason });
}

/** One thing that happens at a time of a day. */
async function something(year: Year, at: number): Promise<void> {
  await serve(year, at);
  const later = at + 30 * 60_000;
  if (happens(year, 0.3)) await refundSome(year, later);
  if (happens(year, 0.08)) await exchange(year, later + 60_000);
  if (happens(year, 0.15)) await correct(year, at + 58 * 60_000);
}

async function playDay(year: Year, day: string, perDay: number, isLast: boolean): Promise<void> {
  const shifts = happens(year, 0.3) ? 2 : 1;
  const hours = 17 / shifts;
  for (let place = 0; place < shifts; place += 1) {
    const start = instantAt(day, 8 + place * hours);
    const book = await openShift(year, start);
    // The server writes due prices into the menu some time after the day began.
    if (happens(year, 0.7)) await applyDueChanges(storeAt(year, start), start);
    const bills = Math.max(1, Math.round((perDay - 1 + below(year, 3)) / shifts));
    for (let bill = 0; bill < bills; bill += 1)
      await something(
        year,
        Math.floor(start + 600_000 + ((hours - 1.5) * hourMs * (bill + 0.7 * year.next())) / bills),
      );
    const end = start + (hours - 0.5) * hourMs + 1_500_000;
    if (happens(year, 0.7)) await orderWork(year, end);
    if (happens(year, 0.4)) await officeWork(year, end + 120_000);
    if (happens(year, 0.4)) await drawer(year, end + 130_000);
    if (!isLast || place < shifts - 1) await endShift(year, book, end + 200_000);
  }
}

/** Plays the days; the last shift stays open. */
export async function playYear(store: Store, plan: YearPlan): Promise<{ readonly year: Year; readonly to: string }> {
  const year = await startYear(store, plan);
  for (let index = 0; index < plan.days; index += 1)
    await playDay(year, dayAfter(plan.from, index), plan.perDay, index === plan.days - 1);
  return { year, to: dayAfter(plan.from, plan.days - 1) };
}
