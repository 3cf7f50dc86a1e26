import { describe, expect, it } from 'vitest';
import { addItem, maxBillTotal, noteItem, setQty } from './items.ts';
import { applyTotals } from './new-bill.ts';
import { absorbBill, moveItems } from './split/transfer.ts';
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

describe('the longest bill', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...priced(`i${i}`, 100), index: i + 1 }));

  it('[R36.13] accepts 500 items that are not void and refuses one more, in words', () => {
    const full = { ...checkedIn, items: many(499) };
    const last = addItem(full, priced('last', 100));
    expect(last.ok && last.value.items).toHaveLength(500);
    const over = last.ok && addItem(last.value, priced('over', 100));
    expect(over && !over.ok && over.refusal).toMatchObject({
      reason: 'invalid',
      details: 'A bill can have at most 500 items. Open another bill',
    });
    const voided = last.ok && { ...last.value, items: last.value.items.map((one, i) => ({ ...one, isVoid: i === 0 })) };
    expect(voided && addItem(voided, priced('over', 100)).ok).toBe(true);
  });

  it('[R36.13] refuses a merge whose bill would have more than 500 items or be too large', () => {
    const bill = (key: string, items: ReturnType<typeof many>) =>
      applyTotals(inState({ ...billOf(items), ...noTax, key }, 'Saved'));
    const [a, b] = [
      bill('a', many(300)),
      bill(
        'b',
        many(300).map((one) => ({ ...one, key: `b${one.key}` })),
      ),
    ];
    const merged = absorbBill(a, b);
    expect(!merged.ok && merged.refusal.details).toBe('A bill can have at most 500 items. Open another bill');
    const dear = absorbBill(bill('a', [priced('x', 600_000_000)]), bill('b', [priced('y', 600_000_000)]));
    expect(!dear.ok && dear.refusal.details).toBe('A bill can be at most MVR 9,999,999.99');
    expect(absorbBill(bill('a', many(200)), b).ok).toBe(true);
  });

  it('[R36.13] refuses items that move to a bill which would be too long or too large', () => {
    const bill = (key: string, items: ReturnType<typeof many>) =>
      applyTotals(inState({ ...billOf(items), ...noTax, key }, 'Saved'));
    const full = bill(
      'b',
      many(500).map((one) => ({ ...one, key: `b${one.key}` })),
    );
    const long = moveItems(bill('a', [priced('x', 100)]), full, ['x']);
    expect(!long.ok && long.refusal.details).toBe('A bill can have at most 500 items. Open another bill');
    const dear = moveItems(bill('a', [priced('x', 600_000_000)]), bill('b', [priced('y', 600_000_000)]), ['x']);
    expect(!dear.ok && dear.refusal.details).toBe('A bill can be at most MVR 9,999,999.99');
  });

  it('[R36.13] refuses the 21st note of an item', () => {
    const notes = Array.from({ length: 21 }, (_, i) => `note ${i}`);
    const one = addItem(checkedIn, priced('a', 100));
    const noted = one.ok && noteItem(one.value, 'a', notes, at);
    expect(noted && !noted.ok && noted.refusal.details).toBe('An item can have at most 20 notes');
    expect(one.ok && noteItem(one.value, 'a', notes.slice(1), at).ok).toBe(true);
    expect(addItem(checkedIn, { ...priced('b', 100), notes }).ok).toBe(false);
  });
});
