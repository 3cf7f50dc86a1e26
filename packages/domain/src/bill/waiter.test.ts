import { expect, it } from 'vitest';
import type { Bill } from './bill.ts';
import { billOf, line, noon } from './testing/bills.ts';
import { maskBill, viewedBill } from './waiter.ts';

const told = 'Lobster for Mariyam';
const secret = {
  ...billOf([line('a', { name: told })]),
  waiterId: 7,
  waiterName: 'Aisha',
  customer: { id: 4, key: 'c', name: told, phone: '', tin: '' },
  note: told,
  applied: [{ key: 'p', rootKey: 'p', promotionId: 1, version: 1, words: told, at: noon, order: 0, scope: 'Bill' }],
  declined: [{ promotionId: 2, reason: told }],
  promotion: 6173,
  discountShare: 6173,
  discountSeen: 6173,
  modifiedByName: told,
  refundOf: { invoiceNumber: told, number: '6173' },
  anythingLater: told,
} as unknown as Bill;

it('shows of another waiter’s bill its slot and waiter, and nothing else that a bill has or gets later', () => {
  const seen = viewedBill({ userId: 8, permissions: new Set() }, secret);
  expect(seen).toMatchObject({ isMasked: true, slot: secret.slot, isOpen: true, waiterId: 7, createdByName: 'Aisha' });
  expect(JSON.stringify(seen)).not.toMatch(/Lobster|6173/);
  expect(viewedBill({ userId: 7, permissions: new Set() }, secret)).toBe(secret);
  expect(maskBill(seen)).toEqual(seen);
});
