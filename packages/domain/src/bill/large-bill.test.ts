import { describe, expect, it } from 'vitest';
import { addItem, maxBillTotal, setQty } from './items.ts';
import { inState } from './states.ts';
import { billOf, line } from './testing/bills.ts';

const noTax = { serviceChargePct: 0, gstPct: 0 };
const checkedIn = inState({ ...billOf([]), ...noTax }, 'CheckedIn');
const priced = (key: string, sellingPrice: number, qty = 1) => ({
  ...line(key),
  sellingPrice,
  qty,
  gstPct: 0,
  gstMode: 'Exclusive' as const,
});
const at = '2026-03-10T09:00:00.000Z';

describe('the largest bill', () => {
  it('[R35.92] accepts a bill up to 9,999,999.99 and refuses an item that makes it larger, in MVR', () => {
    const full = addItem(checkedIn, priced('a', maxBillTotal));
    expect(full.ok && full.value.total).toBe(maxBillTotal);
    const over = full.ok && addItem(full.value, priced('b', 1));
    expect(over && !over.ok && over.refusal).toMatchObject({
      reason: 'invalid',
      details: 'A bill can be at most MVR 9,999,999.99',
    });
  });

  it('[R35.92] refuses a quantity that makes a bill too large, and an item whose amount is too large to compute', () => {
    const one = addItem(checkedIn, priced('a', 500_000_000));
    const two = one.ok && setQty(one.value, 'a', 2, at);
    expect(two && !two.ok && two.refusal.details).toBe('A bill can be at most MVR 9,999,999.99');
    expect(addItem(checkedIn, priced('a', maxBillTotal, 999_999_999)).ok).toBe(false);
    const less = one.ok && setQty(one.value, 'a', 0, at);
    expect(less && less.ok).toBe(true);
  });
});
