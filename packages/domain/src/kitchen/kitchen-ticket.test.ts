import { describe, expect, it } from 'vitest';
import { billOf, line } from '../bill/testing/bills.ts';
import { dueTickets } from '../ticket/ticket.ts';
import { addedTickets, allDay, cancelledItems, cancelTickets, strikeLines } from './kitchen-ticket.ts';

const typed = (key: string, type: 'NA' | 'Kitchen' | 'Bar' | 'Grill', more = {}) =>
  line(key, { menuItem: { id: 1, name: key, type }, ...more });

describe('tickets of a save', () => {
  it('[R16.4] sends Kitchen, Bar and Grill items to their stations, and NA items to none', () => {
    const bill = billOf([typed('k', 'Kitchen'), typed('b', 'Bar'), typed('g', 'Grill'), typed('n', 'NA')]);
    const tickets = addedTickets(null, bill);
    expect(tickets.map(({ station, type, kind, lines }) => [station, type, kind, lines.map(({ key }) => key)])).toEqual(
      [
        ['KITCHEN', 'Kot', 'New', ['k']],
        ['BAR', 'Bot', 'New', ['b']],
        ['GRILL', 'Grill', 'New', ['g']],
      ],
    );
  });

  it('[R16.4] contains only new items: no earlier, void or already printed ones', () => {
    const before = billOf([typed('a', 'Kitchen')]);
    const after = billOf([
      ...before.items,
      typed('b', 'Kitchen'),
      typed('v', 'Kitchen', { isVoid: true }),
      typed('p', 'Kitchen', { qty: 2, sentQty: 2 }),
    ]);
    const [ticket, ...others] = addedTickets(before, after);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ kind: 'Add', lines: [{ key: 'b' }] });
    expect(addedTickets(after, after)).toEqual([]);
  });

  it('gives a kitchen ticket the key of the printed ticket of the same items', () => {
    const bill = billOf([typed('k', 'Kitchen'), typed('b', 'Bar')]);
    const keys = (tickets: readonly { readonly key: string }[]) => tickets.map(({ key }) => key);
    expect(keys(addedTickets(null, bill))).toEqual(keys(dueTickets(bill, [])));
  });

  it('[R23.19] gives the station of a modifier a ticket of its own, with the key of the printed one', () => {
    const salad = { optionId: 5, name: 'Side salad', priceDelta: 0, station: 'BAR' };
    const bill = billOf([typed('k', 'Kitchen', { modifiers: [salad] })]);
    const tickets = addedTickets(null, bill);
    expect(tickets.map(({ station, lines }) => [station, lines[0]?.name, lines[0]?.modifiers])).toEqual([
      ['KITCHEN', bill.items[0]?.name, ['Side salad']],
      ['BAR', bill.items[0]?.name, ['Side salad']],
    ]);
    expect(tickets.map(({ key }) => key)).toEqual(dueTickets(bill, []).map(({ key }) => key));
    expect(cancelTickets(bill, bill.items).map(({ station }) => station)).toEqual(['KITCHEN', 'BAR']);
  });

  it('cancels voided items, and all items of a void bill', () => {
    const before = billOf([typed('a', 'Kitchen'), typed('b', 'Bar'), typed('c', 'Kitchen', { isVoid: true })]);
    const one = { ...before, items: before.items.map((item) => (item.key === 'a' ? { ...item, isVoid: true } : item)) };
    expect(cancelledItems(before, one).map(({ key }) => key)).toEqual(['a']);
    expect(cancelledItems(one, one)).toEqual([]);
    const all = cancelledItems(before, { ...before, isVoid: true });
    expect(all.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(cancelTickets(before, all).map(({ station, kind }) => [station, kind])).toEqual([
      ['KITCHEN', 'Cancel'],
      ['BAR', 'Cancel'],
    ]);
  });

  it('strikes lines and reports when none is left', () => {
    const [ticket] = addedTickets(null, billOf([typed('a', 'Kitchen'), typed('b', 'Kitchen')]));
    const lines = ticket?.lines ?? [];
    const half = strikeLines(lines, new Set(['a']));
    expect([half.isChanged, half.isEmpty, half.lines.map(({ isVoid }) => isVoid)]).toEqual([
      true,
      false,
      [true, false],
    ]);
    expect(strikeLines(half.lines, new Set(['b'])).isEmpty).toBe(true);
    expect(strikeLines(half.lines, new Set(['a', 'z'])).isChanged).toBe(false);
  });

  it('sums over all tickets what is still to be made', () => {
    const [ticket] = addedTickets(
      null,
      billOf([
        typed('a', 'Kitchen', { name: 'Burger', qty: 2 }),
        typed('b', 'Kitchen', { name: 'Rice', size: 'Large' }),
        typed('c', 'Kitchen', { name: 'Burger', qty: 0.5 }),
      ]),
    );
    const lines = ticket?.lines ?? [];
    const counts = allDay([
      { state: 'New', kind: 'New', lines },
      { state: 'Recalled', kind: 'Add', lines },
      { state: 'Ready', kind: 'New', lines },
      { state: 'New', kind: 'Cancel', lines },
    ]);
    expect(counts.map(({ name, size, qty }) => `${qty} ${name} ${size}`.trim())).toEqual([
      `5 Burger ${lines[0]?.size ?? ''}`.trim(),
      '2 Rice Large',
    ]);
  });
});
