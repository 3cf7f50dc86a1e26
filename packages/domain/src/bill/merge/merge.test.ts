import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill.ts';
import { sortItems } from '../items.ts';
import { billOf, line } from '../testing/bills.ts';
import { mergeBills, sortPayments } from './merge.ts';

const instants = fc.constantFrom('2026-03-10T07:00:00.000Z', '2026-03-10T07:05:00.000Z', '2026-03-10T08:00:00.000Z');
const words = fc.uniqueArray(fc.constantFrom('no onion', 'hot', 'to go'), { maxLength: 3 });

const items: fc.Arbitrary<BillItem> = fc
  .record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    id: fc.constantFrom(null, 1, 2),
    index: fc.integer({ min: 1, max: 3 }),
    qty: fc.constantFrom(1, 2, 0.5),
    sellingPrice: fc.constantFrom(5000, 333),
    notes: words,
    ticketIds: words,
    sentQty: fc.integer({ min: 0, max: 3 }),
    isVoid: fc.boolean(),
    voidReason: fc.constantFrom(null, 'Wrong', 'Late'),
    voidedBy: fc.constantFrom(null, 1, 2),
    voidedAt: fc.oneof(fc.constant(null), instants),
    isComp: fc.boolean(),
    isOffHours: fc.constantFrom(undefined, true),
    priceFlag: fc.constantFrom(undefined, 'NotOffered' as const),
    discount: fc.constantFrom(null, { type: 'Percent', value: 10, reason: 'x' } as const),
    modifiedAt: instants,
    modifiedBy: fc.constantFrom(null, 1, 2),
    courseNo: fc.constantFrom(undefined, 0, 1, 2),
    seat: fc.constantFrom(undefined, 0, 1, 2),
    placedAt: fc.oneof(fc.constant(undefined), instants),
    firedAt: fc.oneof(fc.constant(undefined), instants),
    firedBy: fc.constantFrom(undefined, null, 1, 2),
  })
  .map(({ key, ...rest }) => line(key, rest));

const payments = fc
  .record({
    key: fc.constantFrom('p', 'q'),
    amount: fc.constantFrom(100, 200),
    status: fc.constantFrom('Captured' as const, 'Voided' as const, 'Refunded' as const),
    at: fc.oneof(fc.constant(null), instants),
  })
  .map((one) => ({
    method: 'Cash' as const,
    tendered: one.amount,
    change: 0,
    reference: '',
    receivedBy: 1,
    shiftId: 1,
    ...one,
  }));

const versions = fc.dictionary(
  fc.constantFrom('note', 'allergies', 'discountAmount', 'discountPercentage', 'customerId'),
  fc.integer({ min: 1, max: 3 }),
);

const bills: fc.Arbitrary<Bill> = fc
  .record({
    id: fc.constantFrom(null, 1, 2),
    key: fc.constantFrom('bill', 'twin'),
    version: fc.integer({ min: 0, max: 3 }),
    number: fc.constantFrom(null, 7, 8),
    slot: fc.constantFrom('1', '2'),
    status: fc.constantFrom(null, 'CheckedIn' as const, 'Saved' as const, 'BillPrinted' as const, 'Complete' as const),
    isVoid: fc.boolean(),
    voidReason: fc.constantFrom(null, 'Left'),
    note: fc.constantFrom('', 'birthday', 'window'),
    allergies: fc.constantFrom(undefined, '', 'nuts', 'milk'),
    discountPercentage: fc.constantFrom(0, 10, 9),
    discountAmount: fc.constantFrom(null, 0, 500),
    customerId: fc.constantFrom(0, 4),
    serviceChargePct: fc.constantFrom(0, 10),
    printCount: fc.integer({ min: 0, max: 2 }),
    approved: words,
    createdAt: instants,
    modifiedAt: instants,
    modifiedBy: fc.constantFrom(null, 1, 2),
    completedAt: fc.oneof(fc.constant(null), instants),
    invoiceNumber: fc.constantFrom(null, 'A2026-000001'),
    lastSavedAt: fc.oneof(fc.constant(null), instants),
    pending: fc.boolean(),
    fieldVersions: versions,
    items: fc.uniqueArray(items, { selector: (item) => item.key, maxLength: 4 }).map(sortItems),
    payments: fc.uniqueArray(payments, { selector: (one) => one.key, maxLength: 2 }).map(sortPayments),
  })
  .map(({ items: lines, ...more }) => {
    const { status, isVoid } = more;
    const isOpen = status !== null && status !== 'Complete' && !isVoid;
    return billOf(lines, { ...more, isOpen, payment: more.payments.at(-1) ?? null });
  });

const options = { numRuns: 500, seed: 4 };

describe('mergeBills', () => {
  it('mergeBills is commutative', () => {
    fc.assert(
      fc.property(bills, bills, (a, b) => {
        expect(mergeBills(a, b)).toEqual(mergeBills(b, a));
      }),
      options,
    );
  });

  it('mergeBills is associative', () => {
    fc.assert(
      fc.property(bills, bills, bills, (a, b, c) => {
        expect(mergeBills(mergeBills(a, b), c)).toEqual(mergeBills(a, mergeBills(b, c)));
      }),
      options,
    );
  });

  it('mergeBills is idempotent', () => {
    fc.assert(
      fc.property(bills, bills, (a, b) => {
        expect(mergeBills(a, a)).toEqual(a);
        expect(mergeBills(mergeBills(a, b), b)).toEqual(mergeBills(a, b));
      }),
      options,
    );
  });

  it('loses no item, note, ticket or payment, and undoes no void and no firing of a course', () => {
    fc.assert(
      fc.property(bills, bills, (a, b) => {
        const merged = mergeBills(a, b);
        for (const bill of [a, b]) {
          for (const item of bill.items) {
            const found = merged.items.filter((one) => one.key === item.key);
            expect(found).toHaveLength(1);
            const [one] = found as [BillItem];
            expect(one.isVoid || !item.isVoid).toBe(true);
            expect(one.notes).toEqual(expect.arrayContaining([...item.notes]));
            expect(one.ticketIds).toEqual(expect.arrayContaining([...item.ticketIds]));
            expect(one.sentQty).toBeGreaterThanOrEqual(item.sentQty);
            if (item.firedAt) expect(Date.parse(one.firedAt ?? '')).toBeLessThanOrEqual(Date.parse(item.firedAt));
          }
          for (const payment of bill.payments) expect(merged.payments.map((one) => one.key)).toContain(payment.key);
        }
        expect(merged.items).toHaveLength(new Set([...a.items, ...b.items].map((item) => item.key)).size);
      }),
      options,
    );
  });

  it('takes each field from the version that last wrote it, even when the other bill is newer', () => {
    const a = billOf([], { version: 5, note: 'window', covers: 2, fieldVersions: { note: 3, covers: 1 } });
    const b = billOf([], { version: 4, note: 'birthday', covers: 4, fieldVersions: { note: 2, covers: 4 } });
    expect(mergeBills(a, b)).toMatchObject({
      note: 'window',
      covers: 4,
      version: 5,
      fieldVersions: { note: 3, covers: 4 },
    });
  });

  it('keeps a field empty when it was cleared later', () => {
    const cleared = billOf([], { note: '', fieldVersions: { note: 3 } });
    const older = billOf([], { note: 'birthday', fieldVersions: { note: 2 } });
    expect(mergeBills(older, cleared).note).toBe('');
    expect(mergeBills({ ...older, fieldVersions: {} }, { ...cleared, fieldVersions: {} }).note).toBe('birthday');
  });

  it('takes percentage and amount of a discount, and a customer and its record, from the same side', () => {
    const percent = billOf([line('a')], { discountPercentage: 10, fieldVersions: { discountPercentage: 2 } });
    const amount = billOf([line('a')], { discountAmount: 500, fieldVersions: { discountAmount: 1 } });
    expect(mergeBills(percent, amount)).toMatchObject({ discountPercentage: 10, discountAmount: null, discount: 500 });
    const chosen = billOf([], { customerId: 4, customer: { id: 4, key: 'c', name: 'Zara', phone: '', tin: '' } });
    expect(mergeBills(chosen, billOf([]))).toMatchObject({ customerId: 4, customer: { name: 'Zara' } });
  });

  it('takes price and quantity of a saved item over those of an unsaved copy', () => {
    const saved = billOf([line('a', { id: 9, qty: 2, sellingPrice: 4000 })]);
    const local = billOf([line('a', { qty: 3, sellingPrice: 9000 })]);
    expect(mergeBills(local, saved).items[0]).toMatchObject({ id: 9, qty: 2, sellingPrice: 4000 });
  });
});
