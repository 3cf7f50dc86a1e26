/** Builds bills for tests, and provides seeded random numbers. */
import type { Bill, BillItem } from '../bill.ts';
import { applyTotals, emptyBill } from '../new-bill.ts';
import { inState } from '../states.ts';

export const noon = '2026-03-10T07:00:00.000Z';
const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;

/** Returns an item at 50.00; `key` identifies it in the test. */
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

/** Returns a bill of Table 1 with its totals: CheckedIn, or Saved when it has items. */
export function billOf(items: readonly BillItem[], more: Partial<Bill> = {}): Bill {
  const start = { key: 'bill', type: 'Table', slot: '1', terms, now: noon, user: { id: 1, name: 'Aisha' } } as const;
  const bill = { ...emptyBill(start), items };
  return applyTotals({ ...inState(bill, items.length > 0 ? 'Saved' : 'CheckedIn'), ...more });
}

/** Returns a random generator with the same numbers for the same seed (mulberry32). `below(n)` returns 0…n−1. */
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

/** Returns the list in random order. */
export function shuffled<T>(list: readonly T[], below: (n: number) => number): T[] {
  const copy = [...list];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = below(index + 1);
    [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
  }
  return copy;
}
