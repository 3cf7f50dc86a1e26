import { expect, it } from 'vitest';
import { addBill, emptyTotals } from '../../shift/shift.ts';
import type { Bill, BillItem } from '../bill.ts';
import { applyTotals, emptyBill } from '../new-bill.ts';
import { refundableLines } from '../split/refund.ts';
import { equalParts } from '../split/split-parts.ts';
import { cardLine } from './card-line.ts';
import { toPay } from './sold-card.ts';

const now = '2026-11-27T10:00:00.000Z';
const card = { hash: '0'.repeat(64), last4: '7K2Q' };
const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: false } as const;
const gift = cardLine({ key: 'card', card, amount: 50_000, index: 2, now, user: null });
const coffee: BillItem = {
  ...gift,
  key: 'coffee',
  card: undefined,
  name: 'Coffee',
  menuItemId: 7,
  sellingPrice: 4500,
  gstMode: 'Exclusive',
  gstPct: 8,
};
const bill = (items: readonly BillItem[], more: Partial<Bill> = {}): Bill =>
  applyTotals({ ...emptyBill({ key: 'b', type: 'Takeaway', slot: '1', terms, now, user: null }), items, ...more });

it('[R22.2] charges 548.60 for a gift card of 500.00 and a coffee of 45.00 with 8 % GST: the card bears none', () => {
  const sold = bill([coffee, gift]);
  expect([sold.subTotal, sold.gst, sold.total, sold.cardsSold, toPay(sold)]).toEqual([4500, 360, 4860, 50_000, 54_860]);
  expect(bill([coffee])).not.toHaveProperty('cardsSold');
  expect(toPay(bill([coffee, { ...gift, isVoid: true }]))).toBe(4860);
});

it('takes no discount off a gift card, whoever gives one', () => {
  const free = { ...gift, isComp: true, discount: { type: 'Percent' as const, value: 50, reason: 'x' } };
  expect(toPay(bill([coffee, free], { discountPercentage: 100 }))).toBe(50_000);
  expect(bill([gift], { discountAmount: 90_000 }).discount).toBe(0);
});

it('counts no gift card as a sale of the shift', () => {
  const paid = { ...bill([coffee, gift]), status: 'Complete' as const, isOpen: false };
  const totals = addBill(emptyTotals(0), paid);
  expect([totals.gross, totals.total, totals.cardsSold]).toEqual([4500, 4860, 50_000]);
});

it('counts a deposit that is taken beside the gift cards of the shift, and not as one', () => {
  const deposit = cardLine({ key: 'd', card: { ...card, kind: 'Deposit' }, amount: 3000, index: 3, now, user: null });
  const paid = { ...bill([coffee, gift, deposit]), status: 'Complete' as const, isOpen: false };
  expect([paid.total, toPay(paid)]).toEqual([4860, 57_860]);
  const { cardsSold, deposits } = addBill(emptyTotals(0), paid);
  expect([cardsSold, deposits]).toEqual([50_000, 3000]);
  expect(addBill(emptyTotals(0), { ...paid, ...bill([deposit]), status: 'Complete' })).not.toHaveProperty('cardsSold');
});

it('keeps a gift card whole: it is neither shared nor refunded with the items', () => {
  const two = bill([{ ...coffee, qty: 2 }, gift], { status: 'Saved', isOpen: true });
  const parts = equalParts(two, 2);
  expect(parts.ok && parts.value).toEqual([[{ key: 'coffee', qty: 1 }]]);
  const lines = refundableLines({ ...two, status: 'Complete' }, { qty: new Map(), amount: 0 });
  expect(lines.map(({ item }) => item.key)).toEqual(['coffee']);
});
