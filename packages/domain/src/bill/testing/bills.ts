/** Bills for tests: plain ones with what a test names, and a small seeded source of chance. */
import type { Bill, BillItem } from '../bill.ts';
import { applyTotals, emptyBill } from '../new-bill.ts';
import { inState } from '../states.ts';

export const noon = '2026-03-10T07:00:00.000Z';
const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;

/** A line at 50.00; `key` is its name in the test. */
export function line(key: string, more: Partial<BillItem> = {}): BillItem {
  return {
    id: null,
    key,
    index: 1,
    menuItemId: 1,
    menuItem: { id: 1, name: 'Lagoon Burger', type: 'Kitchen' },
    name: 'Lagoon Burger',
    size: 'Medium',
    sellingPrice: 5000,
    qty: 1,
    notes: [],
    printable: true,
    isVoid: false,
    voidReason: null,
    voidedBy: null,
    voidedAt: null,
    approvalKey: null,
    sentQty: 0,
    ticketIds: [],
    modifiers: [],
    discount: null,
    isComp: false,
    gstMode: 'Exclusive',
    gstPct: 8,
    serviceChargeable: true,
    taxAmount: 0,
    createdAt: noon,
    modifiedAt: noon,
    createdBy: 1,
    createdByName: 'Aisha',
    modifiedBy: 1,
    ...more,
  };
}

/** A bill of Table 1, checked in, or Saved when it has lines, with its totals. */
export function billOf(items: readonly BillItem[], more: Partial<Bill> = {}): Bill {
  const start = { key: 'bill', type: 'Table', slot: '1', terms, now: noon, user: { id: 1, name: 'Aisha' } } as const;
  const bill = { ...emptyBill(start), items };
  return applyTotals({ ...inState(bill, items.length > 0 ? 'Saved' : 'CheckedIn'), ...more });
}

/** A source of chance that gives the same numbers for the same seed (mulberry32): `below(n)` is 0…n−1. */
export function chance(seed: number): {
  readonly below: (n: number) => number;
  readonly oneOf: <T>(list: readonly T[]) => T;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { below, oneOf: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** The list in another order. */
export function shuffled<T>(list: readonly T[], below: (n: number) => number): T[] {
  const copy = [...list];
  for (let place = copy.length - 1; place > 0; place -= 1) {
    const other = below(place + 1);
    [copy[place], copy[other]] = [copy[other] as T, copy[place] as T];
  }
  return copy;
}
