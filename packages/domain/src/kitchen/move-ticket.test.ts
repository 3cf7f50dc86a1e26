import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill } from '../bill/bill.ts';
import { pieceKey } from '../bill/split/piece.ts';
import { splitBill } from '../bill/split/split.ts';
import { billOf, line, noon } from '../bill/testing/bills.ts';
import { type KitchenTicket, strikeLines } from './kitchen-ticket.ts';
import { movedTicket, placesElsewhere } from './move-ticket.ts';

const own = billOf([line('a', { qty: 3 }), line('b', { index: 2 })], { id: 1 });
const check = (key: string, slot: string): Bill => billOf([], { id: 2, key, slot });
const ticket: KitchenTicket = {
  key: 't',
  number: 1,
  station: 'KITCHEN',
  type: 'Kot',
  kind: 'New',
  state: 'New',
  billId: 1,
  billKey: 'bill',
  slotType: 'Table',
  slot: '1',
  waiter: '',
  covers: 0,
  note: '',
  customer: '',
  lines: own.items.map(({ key, name, qty }) => ({ key, name, qty, size: '', notes: [], modifiers: [], isVoid: false })),
  createdAt: noon,
  changedAt: noon,
};

function split(from: Bill, to: Bill, ...parts: { key: string; qty: number }[]): Bill[] {
  const done = splitBill(from, [{ bill: to, parts }], { now: noon, userId: 1, newKey: pieceKey });
  if (!done.ok) throw new Error(done.refusal.reason);
  return [done.value.from, ...done.value.targets];
}

const shown = (one: KitchenTicket) => ({
  slot: one.slot,
  lines: one.lines.map((each) => [
    each.key,
    each.qty,
    ...placesElsewhere(one, each).map(({ qty, slot }) => `${qty} at ${slot}`),
  ]),
});

describe('a ticket after its items moved', () => {
  it('[R35.43] says of an item where it is now only when that is another slot', () => {
    const elsewhere = movedTicket(ticket, split(own, check('other', '5'), { key: 'b', qty: 1 }));
    expect(shown(elsewhere)).toEqual({
      slot: '1',
      lines: [
        ['a', 3],
        ['b', 1, '1 at 5'],
      ],
    });
    const sameSlot = movedTicket(ticket, split(own, check('check 2', '1'), { key: 'b', qty: 1 }));
    expect(shown(sameSlot)).toEqual({
      slot: '1',
      lines: [
        ['a', 3],
        ['b', 1],
      ],
    });
    expect(movedTicket(ticket, [own])).toBe(ticket);
  });

  it('[R35.43] says of a divided item how much of it is elsewhere', () => {
    const cut = movedTicket(ticket, split(own, check('other', '5'), { key: 'a', qty: 2 }));
    expect(shown(cut)).toEqual({
      slot: '1',
      lines: [
        ['a', 3, '2 at 5'],
        ['b', 1],
      ],
    });
  });

  it('[R35.43] takes the headline of the bill to which all of its items moved', () => {
    const merged = billOf(own.items, { id: 7, key: 'survivor', slot: '9' });
    expect(movedTicket(ticket, [merged])).toEqual({ ...ticket, billId: 7, billKey: 'survivor', slot: '9' });
    const [rest, other] = split(own, check('other', '5'), { key: 'a', qty: 2 }) as [Bill, Bill];
    const apart = movedTicket(ticket, [rest, other]);
    const together = movedTicket(apart, [
      billOf([...rest.items, ...other.items], { id: 7, key: 'survivor', slot: '9' }),
    ]);
    expect(shown(together)).toEqual({
      slot: '9',
      lines: [
        ['a', 3],
        ['b', 1],
      ],
    });
  });

  it('[R35.43] strikes the cancelled part of a divided item, and the item with its last part', () => {
    const { lines } = movedTicket(ticket, split(own, check('other', '5'), { key: 'a', qty: 2 }));
    const some = strikeLines(lines, new Set([pieceKey('a', 1)])).lines;
    expect(some[0]).toMatchObject({ qty: 1, isVoid: false });
    expect(strikeLines(some, new Set([pieceKey('a', 0)])).lines[0]).toMatchObject({ isVoid: true });
  });

  it('[R35.43] keeps the quantity of each item through any splits, and states one place for all of it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 2999 }), fc.boolean()), { maxLength: 6 }), (cuts) => {
        let bills = [own];
        let now = ticket;
        for (const [qty, isFirst] of cuts) {
          const from = (isFirst ? bills[0] : bills.at(-1)) ?? own;
          const item = from.items.find((each) => !each.isVoid);
          if (!item || item.qty * 1000 < qty) continue;
          const slot = String(bills.length + 1);
          const [rest, made] = split(from, check(`check ${slot}`, slot), { key: item.key, qty: qty / 1000 }) as [
            Bill,
            Bill,
          ];
          bills = [...bills.map((bill) => (bill === from ? rest : bill)), made];
          now = movedTicket(now, [rest, made]);
        }
        for (const { parts, qty } of now.lines)
          if (parts) expect(parts.reduce((sum, part) => sum + part.qty, 0)).toBeCloseTo(qty, 3);
        const places = now.lines.flatMap(({ parts }) => parts ?? []);
        for (const { key, slot } of places) {
          const holder = bills.find((bill) => bill.items.some((item) => item.key === key && !item.isVoid));
          expect(holder?.slot).toBe(slot);
        }
      }),
    );
  });
});
