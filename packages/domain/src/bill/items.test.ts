import { describe, expect, it } from 'vitest';
import type { MenuItem } from '../menu/menu.ts';
import {
  addItem,
  decreaseItem,
  findSameUnsaved,
  increaseItem,
  isUnsaved,
  liveItems,
  nextIndex,
  noteItem,
  removeItem,
  setQty,
  unsavedItems,
  voidItem,
} from './items.ts';
import { applyTotals, emptyBill, newItem } from './new-bill.ts';
import { inState } from './states.ts';
import { billOf, line, noon } from './testing/bills.ts';

const value = <T>(result: { ok: true; value: T } | { ok: false; refusal: { reason: string } }): T => {
  if (!result.ok) throw new Error(result.refusal.reason);
  return result.value;
};
const reason = (result: { ok: boolean; refusal?: { reason: string } }) => result.refusal?.reason;

const burger: MenuItem = {
  id: 7,
  version: 1,
  name: 'Lagoon Burger',
  nameLocal: '',
  kitchenName: '',
  code: '',
  barcode: '',
  type: 'Kitchen',
  sizes: [{ value: 'Small', sellingPrice: 4550, isDefault: true }],
  description: '',
  image: null,
  gstMode: null,
  gstPct: null,
  serviceChargeable: false,
  printable: true,
  openPrice: false,
  soldByWeight: false,
  isAvailable: true,
};
const user = { id: 3, name: 'Ali' };
const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;

describe('a new bill', () => {
  it('[R15.7] a new bill has no status, no items and a total of zero', () => {
    const bill = emptyBill({ key: 'k', type: 'Table', slot: '4', terms, now: noon, user });
    expect([bill.status, bill.isOpen, bill.items.length, bill.total, bill.checkNo]).toEqual([null, false, 0, 0, 1]);
    expect([bill.createdAt, bill.createdBy, bill.createdByName]).toEqual([noon, 3, 'Ali']);
    expect(applyTotals(bill)).toEqual(bill);
  });

  it('copies name, price and tax terms onto a new item', () => {
    const size = burger.sizes[0] as (typeof burger.sizes)[number];
    const start = {
      key: 'i',
      menuItem: burger,
      category: { gstMode: 'Inclusive' },
      size,
      qty: 2,
      terms,
      now: noon,
      user,
      index: 5,
    } as const;
    expect(newItem(start)).toMatchObject({
      id: null,
      key: 'i',
      index: 5,
      menuItemId: 7,
      menuItem: { id: 7, name: 'Lagoon Burger', type: 'Kitchen' },
      size: 'Small',
      sellingPrice: 4550,
      qty: 2,
      gstMode: 'Inclusive',
      gstPct: 8,
      serviceChargeable: false,
      sentQty: 0,
      createdBy: 3,
    });
    expect(newItem({ ...start, sellingPrice: 9900 }).sellingPrice).toBe(9900);
  });

  it('keeps the item objects whose tax did not change', () => {
    const bill = billOf([line('a'), line('b')]);
    const again = applyTotals(bill);
    expect(again.items[0]).toBe(bill.items[0]);
    expect(again.items.map((item) => item.taxAmount)).toEqual([440, 440]);
  });
});

describe('items', () => {
  it('[R15.9] adds an item only to a bill that has a status', () => {
    const free = inState(billOf([]), 'Empty');
    expect(reason(addItem(free, line('a')))).toBe('notCheckedIn');
    const checkedIn = value(addItem(billOf([]), line('a')));
    expect([checkedIn.status, checkedIn.total]).toEqual(['CheckedIn', 5940]);
    expect(value(addItem(checkedIn, line('a')))).toBe(checkedIn);
    const printed = inState(billOf([line('a')]), 'BillPrinted');
    expect(value(addItem(printed, line('b'))).status).toBe('Saved');
    expect(reason(addItem(inState(printed, 'Complete'), line('b')))).toBe('billClosed');
    expect(reason(addItem(inState(printed, 'Void'), line('b')))).toBe('billVoid');
  });

  it('[R16.4] treats an item as unsaved while it has no id, no ticket and is not in the outbox', () => {
    expect(isUnsaved(line('a'))).toBe(true);
    expect(isUnsaved(line('a', { id: 1 }))).toBe(false);
    expect(isUnsaved(line('a', { sentQty: 1 }))).toBe(false);
    expect(isUnsaved(line('a', { ticketIds: ['t'] }))).toBe(false);
    expect(isUnsaved(line('a'), new Set(['a']))).toBe(false);
    expect(
      unsavedItems(billOf([line('b', { index: 2 }), line('a'), line('c', { id: 1 })])).map((item) => item.key),
    ).toEqual(['a', 'b']);
  });

  it('changes the quantity of an unsaved item and removes it at zero', () => {
    const bill = billOf([line('a'), line('s', { id: 1 })]);
    const more = value(increaseItem(bill, 'a', 'later'));
    expect(more.items[0]).toMatchObject({ qty: 2, modifiedAt: 'later' });
    expect(more.total).toBe(17_820);
    expect(value(decreaseItem(more, 'a', 'later')).items[0]?.qty).toBe(1);
    expect(value(decreaseItem(bill, 'a', 'later')).items.map((item) => item.key)).toEqual(['s']);
    expect(value(removeItem(bill, 'a')).total).toBe(5940);
    expect(value(setQty(bill, 'a', 0.1 + 0.2, 'later')).items[0]?.qty).toBe(0.3);
    expect(value(noteItem(bill, 'a', [' no onion ', '', 'no onion'], 'later')).items[0]?.notes).toEqual(['no onion']);
  });

  it('refuses to change a saved item', () => {
    const bill = billOf([line('s', { id: 1 }), line('o')]);
    for (const change of [
      increaseItem(bill, 's', noon),
      decreaseItem(bill, 's', noon),
      removeItem(bill, 's'),
      noteItem(bill, 's', ['x'], noon),
      removeItem(bill, 'o', new Set(['o'])),
    ])
      expect(reason(change)).toBe('itemSaved');
    expect(reason(removeItem(bill, 'none'))).toBe('notFound');
  });

  it('keeps a voided item on the bill with its quantity, reason and user', () => {
    const bill = billOf([line('s', { id: 1, qty: 3 })]);
    const by = { reason: 'Wrong table', user: 2, now: 'later' };
    const after = value(voidItem(bill, 's', by));
    expect(after.items[0]).toMatchObject({
      isVoid: true,
      qty: 3,
      voidReason: 'Wrong table',
      voidedBy: 2,
      voidedAt: 'later',
    });
    expect([after.total, liveItems(after).length]).toEqual([0, 0]);
    expect(value(voidItem(after, 's', { ...by, reason: 'Again' }))).toBe(after);
    expect(reason(voidItem(bill, 'none', by))).toBe('notFound');
    expect(reason(voidItem(inState(bill, 'Complete'), 's', by))).toBe('billClosed');
    expect(reason(voidItem(inState(bill, 'Void'), 's', by))).toBe('billVoid');
  });

  it('adds to an unsaved item with the same choices, in whatever order they were made, and to no other', () => {
    const [hot, egg] = ['Hot', 'Egg'].map((name, at) => ({ optionId: at + 1, name, priceDelta: at * 500 }));
    const bill = billOf([
      line('a', { modifiers: [hot, egg] as never }),
      line('b', { index: 2, modifiers: [hot] as never }),
    ]);
    expect(findSameUnsaved(bill, line('x', { modifiers: [egg, hot] as never }))?.key).toBe('a');
    expect(findSameUnsaved(bill, line('x', { modifiers: [hot] as never }))?.key).toBe('b');
    expect(findSameUnsaved(bill, line('x', { modifiers: [egg] as never }))).toBeUndefined();
    expect(findSameUnsaved(bill, line('x'))).toBeUndefined();
  });

  it('adds to an unsaved item of the same kind only when both are plain', () => {
    const bill = billOf([line('a'), line('b', { index: 2, notes: ['hot'] }), line('c', { index: 3, size: 'Large' })]);
    expect(findSameUnsaved(bill, line('x'))?.key).toBe('a');
    expect(findSameUnsaved(bill, line('x', { size: 'Large' }))?.key).toBe('c');
    expect(findSameUnsaved(bill, line('x', { notes: ['hot'] }))).toBeUndefined();
    expect(findSameUnsaved(bill, line('x', { sellingPrice: 1 }))).toBeUndefined();
    expect(nextIndex(bill)).toBe(4);
  });
});
