import { describe, expect, it } from 'vitest';
import { moveBill } from '../bill/split/transfer.ts';
import { billOf, line, noon } from '../bill/testing/bills.ts';
import { deliveryOf, dueAt, isLate, riderCashOf } from './delivery.ts';
import { feeKey, feeLine, feeNow, goodsValue, missingToMinimum, withFee, zoneFee } from './fee.ts';

const stamp = { name: 'Delivery fee', now: noon, userId: 1, userName: 'Aisha' };
const delivery = (items = [line('a')], more = {}) =>
  billOf(items, { type: 'Delivery', deliveryStatus: 'Pending', serviceChargePct: 0, ...more });

describe('the delivery fee', () => {
  it('adds the fee as an item of the bill with GST and without service charge', () => {
    const bill = withFee({ ...delivery(), serviceChargePct: 10 }, 2000, stamp);
    expect(feeLine(bill)).toMatchObject({ sellingPrice: 2000, qty: 1, printable: false, gstPct: 8 });
    expect([bill.subTotal, bill.serviceCharge, bill.gst, bill.total]).toEqual([7000, 500, 600, 8100]);
  });

  it('changes the price of the fee item, keeps it at zero, and creates none for a fee of zero', () => {
    expect(withFee(delivery(), 0, stamp).items).toHaveLength(1);
    const first = withFee(delivery(), 2000, stamp);
    expect(withFee(first, 2000, stamp)).toBe(first);
    const free = withFee(first, 0, stamp);
    expect(free.items).toHaveLength(2);
    expect([free.subTotal, feeLine(free)?.sellingPrice]).toEqual([5000, 0]);
  });

  it('creates another fee item after the fee was voided', () => {
    const first = withFee(delivery(), 2000, stamp);
    const voided = {
      ...first,
      items: first.items.map((item) => (item.name === 'Delivery fee' ? { ...item, isVoid: true } : item)),
    };
    expect(feeLine(voided)).toBeUndefined();
    const again = withFee(voided, 1500, stamp);
    expect(feeLine(again)?.key).toBe(feeKey('bill', 1));
    expect(again.items).toHaveLength(3);
  });

  it('computes the fee of the zone, free above its limit, and the amount missing to its minimum order', () => {
    const zone = { fee: 2500, minOrder: 10_000, freeAbove: 50_000 };
    expect(goodsValue(withFee(delivery(), 2500, stamp))).toBe(5000);
    expect([zoneFee(zone, 49_999), zoneFee(zone, 50_000), zoneFee({ ...zone, freeAbove: null }, 99_999)]).toEqual([
      2500, 0, 2500,
    ]);
    const chosen = { ...deliveryOf(delivery()), zoneId: 4, zoneFee: 2500, fee: 2500, freeAbove: 7000 };
    const few = delivery([line('a')], { delivery: chosen });
    const many = delivery([line('a'), line('b')], { delivery: chosen });
    expect([feeNow(few), feeNow(many), feeNow({ ...many, delivery: { ...chosen, isFeeFixed: true } })]).toEqual([
      2500, 0, 2500,
    ]);
    expect([missingToMinimum(zone, 5000), missingToMinimum(zone, 10_000)]).toEqual([5000, 0]);
  });
});

describe('a delivery', () => {
  it('a new delivery has the name and phone of the customer', () => {
    const customer = { id: 1, key: 'c', name: 'Ibrahim', phone: '7771234', tin: '' };
    expect(deliveryOf(delivery([], { customer }))).toMatchObject({
      name: 'Ibrahim',
      phone: '7771234',
      channel: 'Phone',
    });
  });

  it('a delivery is late after the promised or default time, and never when it has ended', () => {
    const bill = delivery();
    const at = Date.parse(bill.createdAt);
    expect([isLate(bill, at + 44 * 60_000), isLate(bill, at + 46 * 60_000)]).toEqual([false, true]);
    const promised = { ...bill, delivery: { ...deliveryOf(bill), promisedAt: '2026-03-10T09:00:00.000Z' } };
    expect(dueAt(promised)).toBe(Date.parse('2026-03-10T09:00:00.000Z'));
    expect(isLate(promised, at + 46 * 60_000)).toBe(false);
    expect(isLate({ ...promised, deliveryStatus: 'Delivered' }, at + 1e9)).toBe(false);
  });

  it('a delivery restarts at its first status when the bill moves to a slot of another type', () => {
    const moved = (bill: ReturnType<typeof delivery>, type: 'Table' | 'Takeaway' | 'Delivery') => {
      const answer = moveBill(bill, { type, slot: '3' });
      return answer.ok ? answer.value.deliveryStatus : answer.refusal.reason;
    };
    const ready = delivery([line('a')], { deliveryStatus: 'Ready' });
    expect([moved(ready, 'Table'), moved(ready, 'Takeaway'), moved(ready, 'Delivery')]).toEqual([
      null,
      'Pending',
      'Ready',
    ]);
    expect(moved(billOf([line('a')]), 'Delivery')).toBe('Pending');
  });

  it('sums for each rider the cash handed in and the cash still to hand in', () => {
    const rider = (name: string) => ({ ...deliveryOf(delivery()), riderId: name === '' ? null : 7, riderName: name });
    const cash = { key: 'p', method: 'Cash', amount: 5400, status: 'Captured' } as never;
    const open = delivery([line('a')], { deliveryStatus: 'Delivered', delivery: rider('Ali') });
    const paid = { ...open, isOpen: false, payments: [cash] };
    const card = { ...paid, payments: [{ key: 'q', method: 'Card', amount: 5400, status: 'Captured' } as never] };
    const road = { ...open, deliveryStatus: 'OutForDelivery' as const };
    expect(riderCashOf([open, paid, card, road, { ...open, delivery: rider('') }])).toEqual([
      { riderId: 7, riderName: 'Ali', deliveries: 3, handedIn: 5400, toHandIn: 5400 },
      { riderId: null, riderName: '', deliveries: 1, handedIn: 0, toHandIn: 5400 },
    ]);
  });
});
