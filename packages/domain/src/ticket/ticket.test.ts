import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill/bill.ts';
import { billOf, line } from '../bill/testing/bills.ts';
import type { SettingEntry } from '../outlet/settings.ts';
import { findStation, firstStations, type Station } from '../outlet/station.ts';
import { stationOf } from './item-parts.ts';
import {
  canPrintBill,
  canPrintTickets,
  isAutoPrintOn,
  printerLanguage,
  printName,
  stationPrinters,
} from './printers.ts';
import { dueTickets, expediterCopies, markSent, type Ticket, ticketCopies, ticketKey } from './ticket.ts';

const kot = { key: 'KotPrinter', value: 'Kitchen' };
const bot = { key: 'BotPrinter', value: 'Bar' };
const grill = { key: 'GrillPrinter', value: 'Grill' };
const all = [kot, bot, grill];
const typed = (key: string, type: 'NA' | 'Kitchen' | 'Bar' | 'Grill', more: Partial<BillItem> = {}) =>
  line(key, { menuItem: { id: 1, name: key, type }, ...more });
const short = (tickets: readonly Ticket[]) =>
  tickets.map((one) => [one.kind, one.station, one.printer, one.change, one.lines.map((each) => each.item.key).join()]);
const printersOf = (settings: readonly SettingEntry[], code: string) =>
  stationPrinters(settings, findStation(firstStations, code));
const printAll = (bill: Bill): Bill => dueTickets(bill, all).reduce(markSent, bill);

const curry: Station = { code: 'CURRY', name: 'Curry', ticketType: 'Kot', sort: 0 };

describe('tickets of stations', () => {
  const made = (station: string) => typed(station, 'Kitchen', { station });

  it('[R23.18] sends an item, its cancellation and its firing to the station that it has, also when that was removed', () => {
    const stations = [{ ...curry, printers: ['Pass'], isRemoved: true }, ...firstStations];
    const bill = billOf([{ ...made('CURRY'), courseNo: 2 }, typed('k', 'Kitchen')]);
    const [held, other] = dueTickets(bill, all, { stations });
    expect(short([held, other] as Ticket[])).toEqual([
      ['Kot', 'CURRY', 'Pass', 'New', 'CURRY'],
      ['Kot', 'KITCHEN', 'Kitchen', 'New', 'k'],
    ]);
    const sent = [held, other].reduce((now, ticket) => markSent(now, ticket as Ticket), bill);
    const fired = {
      ...sent,
      items: sent.items.map((item) => ({ ...item, ...(item.courseNo && { firedAt: '2026-01-31T12:00:00.000Z' }) })),
    };
    const fire = dueTickets(fired, all, { stations });
    expect(short(fire)).toEqual([['Kot', 'CURRY', 'Pass', 'Fire', 'CURRY']]);
    const voided = { ...fired, items: fired.items.map((item) => ({ ...item, isVoid: true })) };
    expect(short(dueTickets(fire.reduce(markSent, voided), all, { stations }))).toEqual([
      ['Kot', 'CURRY', 'Pass', 'Cancel', 'CURRY'],
      ['Kot', 'KITCHEN', 'Kitchen', 'Cancel', 'k'],
    ]);
  });

  it('[R23.17] prints on each printer of a station, on the printer of the settings without its own, and notes copies nowhere', () => {
    const pizza: Station = { ...curry, code: 'PIZZA', ticketType: 'Bot', printers: ['Oven', 'Pass'] };
    const stations = [pizza, curry, ...firstStations];
    const bill = billOf([made('PIZZA'), made('CURRY')]);
    const tickets = dueTickets(bill, all, { stations });
    expect(short(tickets).map((one) => one.slice(0, 3))).toEqual([
      ['Kot', 'CURRY', 'Kitchen'],
      ['Bot', 'PIZZA', 'Oven'],
      ['Bot', 'PIZZA', 'Pass'],
    ]);
    expect(new Set(tickets.map(({ key }) => key)).size).toBe(3);
    expect(tickets.map(({ copyOf }) => copyOf)).toEqual([undefined, undefined, tickets[1]?.key]);
    const bot = { ...pizza, printers: undefined };
    expect(stationPrinters(all, bot)).toEqual(['Bar']);
  });

  const salad = { optionId: 5, name: 'Side salad', priceDelta: 0, station: 'COLD' };
  const rare = { optionId: 6, name: 'Rare', priceDelta: 0 };
  const cold: Station = { code: 'COLD', name: 'Cold', ticketType: 'Kot', printers: ['Cold'], sort: 9 };
  const details = (tickets: readonly Ticket[]) =>
    tickets.map(({ station, change, lines }) => [
      station,
      change,
      ...lines.map(({ item, mark }) =>
        [mark, item.name, ...item.modifiers.map(({ name }) => name)].filter(Boolean).join(' '),
      ),
    ]);

  it('[R23.19] prints a modifier at its own station with the name of its item, and fires and cancels it there too', () => {
    const stations = [...firstStations, cold];
    const burger = typed('b', 'Kitchen', { name: 'Burger', modifiers: [rare, salad], courseNo: 2 });
    const held = dueTickets(billOf([burger]), all, { stations });
    expect(details(held)).toEqual([
      ['KITCHEN', 'New', 'Hold Burger Rare Side salad'],
      ['COLD', 'New', 'Hold Burger Side salad'],
    ]);
    const sent = held.reduce(markSent, billOf([burger]));
    expect(dueTickets(sent, all, { stations })).toEqual([]);
    // One of the two failed: only that one is still due.
    const half = [held[0] as Ticket].reduce(markSent, billOf([burger]));
    expect(details(dueTickets(half, all, { stations }))).toEqual([['COLD', 'New', 'Hold Burger Side salad']]);
    const fired = { ...sent, items: sent.items.map((item) => ({ ...item, firedAt: '2026-01-31T12:00:00.000Z' })) };
    const fire = dueTickets(fired, all, { stations });
    expect(details(fire)).toEqual([
      ['KITCHEN', 'Fire', 'Fire Burger Rare Side salad'],
      ['COLD', 'Fire', 'Fire Burger Side salad'],
    ]);
    const cooked = fire.reduce(markSent, fired);
    expect(dueTickets(cooked, all, { stations })).toEqual([]);
    const voided = { ...cooked, items: cooked.items.map((item) => ({ ...item, isVoid: true })) };
    const cancel = dueTickets(voided, all, { stations });
    expect(details(cancel)).toEqual([
      ['KITCHEN', 'Cancel', 'Burger Rare Side salad'],
      ['COLD', 'Cancel', 'Burger Side salad'],
    ]);
    expect(dueTickets(cancel.reduce(markSent, voided), all, { stations })).toEqual([]);
    const own = typed('k', 'Kitchen', { modifiers: [{ ...salad, station: 'KITCHEN' }] });
    expect(dueTickets(billOf([own]), all, { stations }).map(({ station }) => station)).toEqual(['KITCHEN']);
    expect(dueTickets(billOf([typed('n', 'NA', { modifiers: [salad] })]), all, { stations })).toEqual([]);
  });

  it('[R23.19] gives an expediter one copy of all lines of the stations that it watches', () => {
    const expo: Station = {
      code: 'EXPO',
      name: 'Pass',
      ticketType: 'Kot',
      printers: ['Pass'],
      isExpediter: true,
      sort: 9,
    };
    const bill = billOf([typed('k', 'Kitchen'), typed('b', 'Bar'), typed('g', 'Grill')]);
    const copies = (more: Partial<Station>) => {
      const stations = [...firstStations, { ...expo, ...more }];
      return expediterCopies(bill, dueTickets(bill, all, { stations }), stations);
    };
    const [copy, ...others] = copies({});
    expect(others).toEqual([]);
    expect(copy).toMatchObject({
      station: 'EXPO',
      printer: 'Pass',
      change: 'New',
      copyOf: dueTickets(bill, all)[0]?.key,
    });
    expect(copy?.lines.map(({ at, item }) => [at, item.key])).toEqual([
      ['KITCHEN', 'k'],
      ['BAR', 'b'],
      ['GRILL', 'g'],
    ]);
    expect(copies({ watches: ['BAR', 'GRILL'] })[0]?.lines.map(({ at }) => at)).toEqual(['BAR', 'GRILL']);
    expect(copies({ watches: ['CURRY'] })).toEqual([]);
    expect(copies({ printers: undefined })).toEqual([]);
    expect(copies({ isRemoved: true })).toEqual([]);
    expect(copies({ printers: ['Pass', 'Door'] }).map(({ printer }) => printer)).toEqual(['Pass', 'Door']);
  });

  it('[R16.2] asks for no ticket printer where every station has its own', () => {
    const own = firstStations.map((station) => ({ ...station, printers: ['Own'] }));
    expect(canPrintTickets([], own)).toEqual({ ok: true, value: 'Own' });
    expect(canPrintTickets([], [...own, curry])).toMatchObject({ ok: false });
  });
});

describe('dueTickets', () => {
  it('[R16.4] sends kitchen items on a KOT, bar items on a BOT, grill items on a KOT of their own, NA on none', () => {
    const bill = billOf([typed('k', 'Kitchen'), typed('b', 'Bar'), typed('g', 'Grill'), typed('n', 'NA')]);
    expect(short(dueTickets(bill, all))).toEqual([
      ['Kot', 'KITCHEN', 'Kitchen', 'New', 'k'],
      ['Bot', 'BAR', 'Bar', 'New', 'b'],
      ['Kot', 'GRILL', 'Grill', 'New', 'g'],
    ]);
    expect(short(dueTickets(bill, [kot])).map((one) => one[2])).toEqual(['Kitchen', 'Kitchen', 'Kitchen']);
    expect(printersOf([], 'BAR')).toEqual(['']);
  });

  it('[R16.4] leaves out void items, items that were sent, and items without a station', () => {
    const bill = billOf([
      typed('void', 'Kitchen', { isVoid: true }),
      typed('sent', 'Kitchen', { sentQty: 1 }),
      typed('quiet', 'Kitchen', { printable: false }),
      typed('unknown', 'Kitchen', { menuItem: null }),
    ]);
    expect(dueTickets(bill, all)).toEqual([]);
    expect(stationOf(typed('refund', 'Kitchen', { qty: -1 }))).toBeNull();
  });

  it('returns each item on one ticket only, however often it is called', () => {
    const bill = billOf([typed('a', 'Kitchen', { qty: 2 })]);
    const printed = printAll(bill);
    expect(printed.items[0]).toMatchObject({ sentQty: 2, ticketIds: [dueTickets(bill, all)[0]?.key] });
    expect(dueTickets(printed, all)).toEqual([]);
    expect(dueTickets(bill, all).reduce(markSent, printed)).toEqual(printed);
    const more = { ...printed, items: [...printed.items, typed('b', 'Kitchen')] };
    expect(short(dueTickets(more, all))).toEqual([['Kot', 'KITCHEN', 'Kitchen', 'Add', 'b']]);
  });

  it('cancels an item that was sent once, and ignores an item that was voided before it was sent', () => {
    const sent = printAll(billOf([typed('a', 'Kitchen', { qty: 2 }), typed('b', 'Kitchen')]));
    const voided = { ...sent, items: sent.items.map((item) => (item.key === 'a' ? { ...item, isVoid: true } : item)) };
    const [ticket, ...others] = dueTickets(voided, all);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ change: 'Cancel', lines: [{ qty: 2, change: 'Void' }] });
    expect(dueTickets(printAll(voided), all)).toEqual([]);
    expect(dueTickets(voided, [...all, { key: 'PrintCancelTickets', value: 'false' }])).toEqual([]);
  });

  it('puts new items and cancellations on separate tickets', () => {
    const sent = printAll(billOf([typed('a', 'Kitchen')]));
    const [first] = sent.items as [BillItem];
    const bill = { ...sent, items: [{ ...first, isVoid: true }, typed('b', 'Kitchen')] };
    expect(short(dueTickets(bill, all)).map((one) => [one[3], one[4]])).toEqual([
      ['Add', 'b'],
      ['Cancel', 'a'],
    ]);
  });

  it('marks an increased quantity as changed', () => {
    const [ticket] = dueTickets(billOf([typed('a', 'Kitchen', { qty: 3, sentQty: 1 })]), all);
    expect(ticket?.lines).toMatchObject([{ qty: 3, change: 'Changed', qtyBefore: 1 }]);
  });

  it('takes only the requested items, and only those that this device created', () => {
    const bill = billOf([
      typed('a', 'Kitchen'),
      typed('b', 'Kitchen', { index: 2 }),
      typed('c', 'Kitchen', { index: 3 }),
    ]);
    const keys = (choice: { only?: string[]; deviceKeys?: string[] }) => short(dueTickets(bill, all, choice))[0]?.[4];
    expect(keys({ only: ['a', 'b'] })).toBe('a,b');
    expect(keys({ deviceKeys: ['c', 'b'] })).toBe('b,c');
    expect(keys({ only: ['a'], deviceKeys: ['b'] })).toBeUndefined();
  });

  it('returns the same key for a retry, and another key for other items, quantities, kinds and bills', () => {
    const bill = billOf([typed('a', 'Kitchen'), typed('b', 'Kitchen', { index: 2 })]);
    const keyOf = (one: Bill) => dueTickets(one, all)[0]?.key;
    expect(keyOf({ ...bill, items: bill.items.toReversed(), version: 9 })).toBe(keyOf(bill));
    expect(keyOf(bill)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const lines = [{ key: 'a', qty: 1 }];
    const two = [...lines, { key: 'b', qty: 1 }];
    expect(ticketKey('x', two.toReversed(), 'k')).toBe(ticketKey('x', two, 'k'));
    const keys = [
      ticketKey('x', lines, 'KITCHEN Order'),
      ticketKey('y', lines, 'KITCHEN Order'),
      ticketKey('x', [{ key: 'a', qty: 2 }], 'KITCHEN Order'),
      ticketKey('x', [{ key: 'b', qty: 1 }], 'KITCHEN Order'),
      ticketKey('x', lines, 'KITCHEN Cancel'),
    ];
    expect(new Set(keys).size).toBe(5);
  });
});

describe('ticketCopies', () => {
  it('copies the items that were sent to the kitchen, and nothing else', () => {
    const bill = printAll(billOf([typed('a', 'Kitchen'), typed('b', 'Bar')]));
    const more = { ...bill, items: [...bill.items, typed('c', 'Kitchen')] };
    expect(short(ticketCopies(more, all, 1))).toEqual([
      ['Kot', 'KITCHEN', 'Kitchen', 'Reprint', 'a'],
      ['Bot', 'BAR', 'Bar', 'Reprint', 'b'],
    ]);
    expect(ticketCopies(more, all, 1)[0]?.key).not.toBe(ticketCopies(more, all, 2)[0]?.key);
    expect(ticketCopies(billOf([]), all, 1)).toEqual([]);
  });
});

describe('printers', () => {
  const message = (result: { ok: boolean; refusal?: { message: string } }) => result.refusal?.message;

  it('[R16.1] refuses to print a bill without a printer or without a live item', () => {
    const printer = [{ key: 'BillPrinter', value: 'Front' }];
    expect(message(canPrintBill(billOf([line('a')]), []))).toBe('Please set a printer for bill printing');
    expect(message(canPrintBill(billOf([line('a')]), [{ key: 'BillPrinter', value: ' ' }]))).toBe(
      'Please set a printer for bill printing',
    );
    expect(message(canPrintBill(billOf([line('a', { isVoid: true })]), printer))).toBe('No items to print');
    expect(canPrintBill(billOf([line('a')]), printer)).toEqual({ ok: true, value: 'Front' });
  });

  it('[R16.2] refuses to print tickets without a printer', () => {
    expect(message(canPrintTickets([bot]))).toBe('Please set a printer for Ticket printing');
    expect(canPrintTickets(all)).toEqual({ ok: true, value: 'Kitchen' });
  });

  it('[R16.3] prints tickets automatically unless the setting is the text false', () => {
    expect(isAutoPrintOn([])).toBe(true);
    expect(isAutoPrintOn([{ key: 'AutoPrintEnabled', value: 'false' }])).toBe(false);
    expect(isAutoPrintOn([{ key: 'AutoPrintEnabled', value: 'true' }])).toBe(true);
    expect(isAutoPrintOn([{ key: 'AutoPrintEnabled', value: '0' }])).toBe(true);
  });
});

describe('FallbackPrinter', () => {
  const only = [{ key: 'FallbackPrinter', value: 'Front' }];
  const bill = { items: [{ isVoid: false }] } as unknown as Bill;

  it('[R16.1] [R16.2] prints bills and tickets on the fallback printer, and refuses without one', () => {
    expect(canPrintBill(bill, only)).toEqual({ ok: true, value: 'Front' });
    expect(canPrintTickets(only)).toEqual({ ok: true, value: 'Front' });
    expect(printersOf(only, 'BAR')).toEqual(['Front']);
    expect(canPrintBill(bill, [])).toMatchObject({ refusal: { message: 'Please set a printer for bill printing' } });
    expect(canPrintTickets([])).toMatchObject({ refusal: { message: 'Please set a printer for Ticket printing' } });
  });

  it('[R16.4] uses the fallback printer last', () => {
    const all = [...only, { key: 'KotPrinter', value: 'Kitchen' }, { key: 'BillPrinter', value: 'Desk' }];
    expect(printersOf(all, 'GRILL')).toEqual(['Kitchen']);
    expect(canPrintBill(bill, all)).toEqual({ ok: true, value: 'Desk' });
  });
});

describe('the language for printing', () => {
  const settings = [{ key: 'PrinterLanguages', values: ['Kitchen=dv', 'Bar 2=en'] }];
  const item = { name: 'Garudhiya', nameLocal: 'ގަރުދިޔަ', kitchenName: 'GARU' };

  it('uses the language of the printer if set, otherwise that of the outlet', () => {
    const of = (printer: string) => printerLanguage(settings, printer, 'xx');
    expect([of('Kitchen'), of('Bar 2'), of('Bar'), of('')]).toEqual(['dv', 'en', 'xx', 'xx']);
  });

  it('prints the local name, on tickets the kitchen name, otherwise the name on the bill', () => {
    expect(printName(item, 'Garudhiya', 'dv', true)).toBe('ގަރުދިޔަ');
    expect(printName(item, 'Garudhiya', 'en', true)).toBe('GARU');
    expect(printName(item, 'Garudhiya', 'en', false)).toBe('Garudhiya');
    expect(printName({ ...item, nameLocal: '', kitchenName: '' }, 'Old name', 'dv', true)).toBe('Old name');
    expect(printName(undefined, 'Delivery fee', 'dv', false)).toBe('Delivery fee');
  });
});
