import { describe, expect, it } from 'vitest';
import type { BillInput } from '../../contract/bill/bill.ts';
import type { Bill, BillItem } from '../bill.ts';
import { inState } from '../states.ts';
import { billOf, line } from '../testing/bills.ts';
import { type BillInputLike, type ItemInput, type MergeContext, mergeInput } from './merge-input.ts';

const now = '2026-03-10T09:00:00.000Z';
const later = '2026-03-10T09:30:00.000Z';
const context: MergeContext<ItemInput> = {
  now,
  userId: 2,
  makeItem: (input) => line(input.key, { id: 99, index: 9, qty: input.qty, isVoid: input.isVoid ?? false }),
};
const stored = billOf([line('a', { id: 1, notes: ['hot'] }), line('b', { id: 2, index: 2 })], {
  id: 5,
  version: 4,
  note: 'window',
  covers: 2,
  fieldVersions: { note: 3 },
});
const sent = (item: BillItem): ItemInput => ({ ...item, discount: item.discount });
const all: BillInputLike = { version: 4, items: stored.items.map(sent) };

describe('mergeInput', () => {
  it('accepts the input type of the contract', () => {
    const input: BillInput = { key: 'bill', type: 'Table', slot: '1', items: [] };
    expect(mergeInput(stored, input, { ...context, makeItem: () => null }).isChanged).toBe(false);
  });

  it('keeps items that the request does not contain', () => {
    const { bill, isChanged } = mergeInput(stored, { version: 4 }, context);
    expect([bill, isChanged]).toEqual([stored, false]);
    expect(mergeInput(stored, { version: 4, items: [], note: 'x' }, context).bill.items).toEqual(stored.items);
  });

  it('[R1.7] adds new items beside those of another device and returns their keys', () => {
    const { bill, insertedKeys } = mergeInput(stored, { version: 1, items: [{ key: 'c', qty: 2 }] }, context);
    expect(bill.items.map((item) => item.key)).toEqual(['a', 'b', 'c']);
    expect(insertedKeys).toEqual(['c']);
    expect([bill.version, bill.total, bill.modifiedBy, bill.lastSavedAt]).toEqual([5, 23_760, 2, now]);
  });

  it('changes nothing when the same request is repeated', () => {
    const input: BillInputLike = {
      version: 4,
      changed: ['note'],
      note: 'birthday',
      items: [
        { key: 'c', qty: 2 },
        { ...sent(stored.items[0] as BillItem), isVoid: true, voidReason: 'Late' },
      ],
    };
    const once = mergeInput(stored, input, context);
    const twice = mergeInput(once.bill, input, context);
    expect(once.isChanged).toBe(true);
    expect(twice).toMatchObject({ isChanged: false, insertedKeys: [], voidedKeys: [], conflicts: [] });
    expect(twice.bill).toBe(once.bill);
  });

  it('keeps quantity, price and size of a saved item and reports the conflict', () => {
    const { bill, conflicts, isChanged } = mergeInput(
      stored,
      { version: 4, items: [{ key: 'a', qty: 3, sellingPrice: 1, size: 'Large' }] },
      context,
    );
    expect([bill.items, isChanged]).toEqual([stored.items, false]);
    expect(conflicts).toEqual([
      { field: 'items.a.qty', yours: 3, stands: 1 },
      { field: 'items.a.sellingPrice', yours: 1, stands: 5000 },
      { field: 'items.a.size', yours: 'Large', stands: 'Medium' },
    ]);
  });

  it('never undoes a void', () => {
    const voided = mergeInput(stored, { items: [{ key: 'a', qty: 1, isVoid: true, voidReason: 'Wrong' }] }, context);
    expect(voided.voidedKeys).toEqual(['a']);
    expect(voided.bill.items[0]).toMatchObject({
      isVoid: true,
      voidReason: 'Wrong',
      voidedBy: 2,
      voidedAt: now,
      qty: 1,
    });
    expect(voided.bill.total).toBe(5940);
    expect(mergeInput(voided.bill, all, context)).toMatchObject({ isChanged: false, voidedKeys: [] });
  });

  it('unites notes and tickets and keeps the greater sent quantity', () => {
    const { bill } = mergeInput(
      stored,
      { items: [{ key: 'a', qty: 1, notes: ['to go'], sentQty: 1, ticketIds: ['t'] }] },
      context,
    );
    expect(bill.items[0]).toMatchObject({ notes: ['hot', 'to go'], sentQty: 1, ticketIds: ['t'] });
    const stale = mergeInput(
      bill,
      { items: [{ key: 'a', qty: 1, notes: ['hot'], sentQty: 0, ticketIds: [] }] },
      context,
    );
    expect(stale.bill).toBe(bill);
  });

  it('takes a discount of an item only when it is newer than the stored one', () => {
    const discount = { type: 'Percent', value: 10, reason: 'Late' } as const;
    const given = mergeInput(stored, { items: [{ key: 'a', qty: 1, discount, modifiedAt: later }] }, context);
    expect([given.reducedKeys, given.bill.discount, given.bill.subTotal]).toEqual([['a'], 0, 9500]);
    const stale = mergeInput(given.bill, { items: [{ key: 'a', qty: 1, discount: null, modifiedAt: now }] }, context);
    expect(stale.isChanged).toBe(false);
    const comp = mergeInput(stored, { items: [{ key: 'b', qty: 1, isComp: true, modifiedAt: later }] }, context);
    expect([comp.reducedKeys, comp.bill.subTotal]).toEqual([['b'], 5000]);
  });

  it('leaves out an item that moved to another bill', () => {
    const merged = mergeInput(stored, { items: [{ key: 'moved', qty: 1 }] }, { ...context, makeItem: () => null });
    expect([merged.isChanged, merged.insertedKeys]).toEqual([false, []]);
  });
});

describe('fields of a bill', () => {
  it('writes listed fields unless they were written later by somebody else', () => {
    const covers = mergeInput(stored, { version: 1, changed: ['covers'], covers: 4 }, context);
    expect(covers.bill).toMatchObject({ covers: 4, fieldVersions: { note: 3, covers: 5 } });
    const note = mergeInput(stored, { version: 2, changed: ['note'], note: 'birthday' }, context);
    expect(note.bill.note).toBe('window');
    expect(note.conflicts).toEqual([{ field: 'note', yours: 'birthday', stands: 'window' }]);
    expect(mergeInput(stored, { version: 3, changed: ['note'], note: 'birthday' }, context).bill.note).toBe('birthday');
  });

  it('[R23.22] keeps the allergies of both tills that typed some at once, and reports no conflict', () => {
    const first = mergeInput(stored, { version: 4, changed: ['allergies'], allergies: 'Nuts' }, context);
    expect([first.bill.allergies, first.bill.fieldVersions['allergies']]).toEqual(['Nuts', 5]);
    const late = { version: 4, changed: ['allergies'], allergies: 'milk, nuts' } as const;
    const both = mergeInput(first.bill, late, context);
    expect([both.bill.allergies, both.conflicts]).toEqual(['Nuts, milk', []]);
    expect(mergeInput(both.bill, late, context).isChanged).toBe(false);
    const cleared = mergeInput(both.bill, { version: 6, changed: ['allergies'], allergies: '' }, context);
    expect(cleared.bill.allergies).toBe('');
    expect(mergeInput(stored, { version: 1, changed: ['covers'], covers: 9 }, context).bill).not.toHaveProperty(
      'allergies',
    );
  });

  it('leaves fields that are not listed unchanged', () => {
    const { bill, conflicts } = mergeInput(stored, { version: 4, changed: ['covers'], covers: 3, note: 'x' }, context);
    expect([bill.covers, bill.note, conflicts]).toEqual([3, 'window', []]);
  });

  it('writes all fields without a list only when the version is the stored one', () => {
    expect(mergeInput(stored, { version: 4, covers: 5, note: 'x' }, context).bill).toMatchObject({
      covers: 5,
      note: 'x',
    });
    const old = mergeInput(stored, { version: 3, covers: 5 }, context);
    expect([old.bill.covers, old.conflicts]).toEqual([2, [{ field: 'covers', yours: 5, stands: 2 }]]);
  });

  it('reports no conflict for equal values', () => {
    expect(mergeInput(stored, { version: 1, changed: ['note'], note: 'window' }, context)).toMatchObject({
      isChanged: false,
      conflicts: [],
    });
  });

  it('merges percentage and amount of a discount together', () => {
    const percent = mergeInput(
      stored,
      { version: 4, changed: ['discountPercentage'], discountPercentage: 10, discountAmount: null },
      context,
    );
    expect(percent.bill).toMatchObject({ discountPercentage: 10, discount: 1000 });
    const amount = mergeInput(
      percent.bill,
      { version: 4, changed: ['discountAmount'], discountPercentage: 0, discountAmount: 700 },
      context,
    );
    expect(amount.bill).toMatchObject({ discountPercentage: 10, discountAmount: null });
    expect(amount.conflicts.map((one) => one.field)).toEqual(['discountPercentage', 'discountAmount']);
  });

  it('takes a customer by id with the server’s record, or by key when created offline', () => {
    const zara = { id: 4, key: 'z', name: 'Zara', phone: '7771234', tin: '' };
    const byId = mergeInput(
      stored,
      { version: 4, changed: ['customerId'], customerId: 4 },
      { ...context, customer: zara },
    );
    expect(byId.bill).toMatchObject({ customerId: 4, customer: zara });
    const offline = mergeInput(
      stored,
      { version: 4, changed: ['customer'], customer: { key: 'n', name: 'New' } },
      context,
    );
    expect(offline.bill).toMatchObject({ customerId: 0, customer: { id: null, key: 'n', name: 'New', phone: '' } });
    expect(
      mergeInput(byId.bill, { version: 5, changed: ['customer'], customer: null }, context).bill.customer,
    ).toBeNull();
    expect(mergeInput(byId.bill, { version: 5, changed: ['customer'], customerId: 4 }, context).isChanged).toBe(false);
  });
});

describe('status', () => {
  it('[R15.7] makes a bill Saved with new items, also after a print, and keeps a check-in without items', () => {
    const input = { items: [{ key: 'c', qty: 1 }] };
    const statusOf = (bill: Bill, body: BillInputLike) => mergeInput(bill, body, context).bill.status;
    expect(statusOf(billOf([]), input)).toBe('Saved');
    expect(statusOf(billOf([]), { version: 0, note: 'x' })).toBe('CheckedIn');
    expect(statusOf(inState(stored, 'BillPrinted'), input)).toBe('Saved');
    expect(statusOf(inState(stored, 'BillPrinted'), { changed: ['covers'], version: 4, covers: 9 })).toBe(
      'BillPrinted',
    );
  });

  it('makes a bill BillPrinted only with a print job from a device that knew all items', () => {
    const print = (body: BillInputLike, more = {}) =>
      mergeInput(stored, { ...body, status: 'BillPrinted', printJobKey: 'j' }, { ...context, ...more });
    expect(print(all)).toMatchObject({ isPrinted: true, bill: { status: 'BillPrinted', printCount: 1, version: 5 } });
    expect(print({ items: [sent(stored.items[0] as BillItem)] })).toMatchObject({
      isPrinted: false,
      bill: { status: 'Saved' },
    });
    expect(print({ items: [...(all.items ?? []), { key: 'c', qty: 1 }] })).toMatchObject({
      isPrinted: false,
      bill: { status: 'Saved' },
    });
    expect(print(all, { printCounted: true }).isChanged).toBe(false);
    expect(mergeInput(stored, { ...all, status: 'BillPrinted' }, context).isChanged).toBe(false);
  });

  it('refuses changes of a closed bill but accepts a repeated request', () => {
    for (const [state, reason] of [
      ['Complete', 'billClosed'],
      ['Void', 'billVoid'],
      ['Empty', 'notCheckedIn'],
    ] as const) {
      const closed = inState(stored, state);
      expect(mergeInput(closed, { items: [{ key: 'c', qty: 1 }] }, context)).toMatchObject({
        refused: reason,
        isChanged: false,
        insertedKeys: [],
      });
      expect(mergeInput(closed, { items: [{ key: 'c', qty: 1 }] }, context).bill).toBe(closed);
      expect(mergeInput(closed, { ...all, version: 4 }, context).refused).toBeNull();
      expect(mergeInput(closed, { items: [{ key: 'a', qty: 1, sentQty: 1 }] }, context)).toMatchObject({
        refused: null,
        isChanged: false,
      });
    }
  });
});
