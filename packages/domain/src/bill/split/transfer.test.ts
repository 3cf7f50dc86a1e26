import { describe, expect, it } from 'vitest';
import { dueTickets } from '../../ticket/ticket.ts';
import { inState } from '../states.ts';
import { billOf, line } from '../testing/bills.ts';
import { absorbBill, moveBill, moveItems } from './transfer.ts';

const reason = (result: { ok: boolean; refusal?: { reason: string } }) => result.refusal?.reason;
const settings = [{ key: 'KotPrinter', value: 'Kitchen' }];
const sent = line('a', { id: 1, qty: 3, sentQty: 3, ticketIds: ['t'] });
const from = billOf([sent, line('b', { id: 2, index: 2 }), line('v', { id: 3, index: 3, isVoid: true })], {
  id: 5,
  version: 4,
});
const target = billOf([], { id: 6, key: 'other', slot: '2', version: 1 });

describe('moveBill', () => {
  it('[R15.10] moves the whole bill to the other slot', () => {
    const moved = moveBill(from, { type: 'Table', slot: '9' });
    expect(moved.ok && moved.value).toEqual({ ...from, slot: '9', version: 5 });
  });

  it('[R15.10] moves only an open bill', () => {
    const to = { type: 'Table', slot: '9' } as const;
    expect(reason(moveBill(inState(from, 'Complete'), to))).toBe('billClosed');
    expect(reason(moveBill(inState(from, 'Void'), to))).toBe('billVoid');
    expect(reason(moveBill(inState(from, 'Empty'), to))).toBe('notCheckedIn');
  });

  it('takes the service charge of the other slot type and keeps the GST of the items', () => {
    const terms = { serviceChargePct: 0, gstPct: 17, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;
    const moved = moveBill(from, { type: 'Takeaway', slot: '1' }, terms);
    expect(moved.ok && moved.value).toMatchObject({ type: 'Takeaway', serviceCharge: 0, gst: 1600, total: 21_600 });
    const same = moveBill(from, { type: 'Table', slot: '9' }, terms);
    expect(same.ok && same.value.serviceCharge).toBe(2000);
  });
});

it('[R23.22] guests who sit together have the allergies of both bills, and dishes take those of their bill along', () => {
  const [theirs, ours] = [
    { ...from, allergies: 'Nuts, milk' },
    { ...target, allergies: 'Milk, egg' },
  ];
  const moved = moveItems(theirs, ours, ['a']);
  expect(moved.ok && [moved.value.from.allergies, moved.value.to.allergies]).toEqual(['Nuts, milk', 'Milk, egg, Nuts']);
  const to = inState(ours, 'CheckedIn');
  const joined = absorbBill(theirs, to);
  expect(joined.ok && joined.value.allergies).toBe('Milk, egg, Nuts');
});

describe('moveItems', () => {
  it('keeps all items and their sent quantities', () => {
    const moved = moveItems(from, target, ['a']);
    if (!moved.ok) throw new Error(moved.refusal.reason);
    expect(moved.value.from.items.map((item) => item.key)).toEqual(['b', 'v']);
    expect(moved.value.to.items.map((item) => [item.key, item.sentQty])).toEqual([['a', 3]]);
    expect(moved.value.from.total + moved.value.to.total).toBe(from.total);
    expect([moved.value.to.status, moved.value.to.version, moved.value.from.version]).toEqual(['Saved', 2, 5]);
    expect(dueTickets(moved.value.to, settings)).toEqual([]);
  });

  it('refuses unknown items, void items and closed bills', () => {
    expect(reason(moveItems(from, target, ['none']))).toBe('notFound');
    expect(reason(moveItems(from, target, ['v']))).toBe('notFound');
    expect(reason(moveItems(from, target, []))).toBe('notFound');
    expect(reason(moveItems(from, inState(target, 'Complete'), ['a']))).toBe('billClosed');
  });
});

describe('absorbBill', () => {
  it('makes one bill of two in the slot of the target, with the items of both', () => {
    const to = inState(
      billOf([line('x', { id: 9 })], { id: 6, key: 'other', slot: '2', version: 8, number: 41 }),
      'BillPrinted',
    );
    const one = absorbBill(from, to);
    if (!one.ok) throw new Error(one.refusal.reason);
    expect(one.value.items.map((item) => item.key).sort()).toEqual(['a', 'b', 'v', 'x']);
    expect(one.value).toMatchObject({
      id: 6,
      key: 'other',
      slot: '2',
      number: 41,
      version: 9,
      status: 'Saved',
      total: from.total + to.total,
    });
    const again = absorbBill(from, one.value);
    expect(again.ok && again.value.items).toEqual(one.value.items);
    expect(reason(absorbBill(inState(from, 'Complete'), to))).toBe('billClosed');
  });
});
