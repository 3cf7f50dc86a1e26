import { describe, expect, it } from 'vitest';
import { dueTickets, markSent, type Ticket } from '../ticket/ticket.ts';
import type { Bill, BillItem } from './bill.ts';
import { coursesAtSave, fireCourse, heldCourses, isHeld, lastFiredAt, topFired } from './course.ts';
import { findSameUnsaved, voidItem } from './items.ts';
import { mergeItems } from './merge/merge-item.ts';
import { pieceKey } from './split/piece.ts';
import { divideItem } from './split/split.ts';
import { billOf, line, noon } from './testing/bills.ts';

const later = '2026-03-10T07:10:00.000Z';
const printers = [
  { key: 'KotPrinter', value: 'Kitchen' },
  { key: 'BotPrinter', value: 'Bar' },
];
const whenFired = [...printers, { key: 'HeldCourses', value: 'WhenFired' }];
const dish = (key: string, courseNo: number, more: Partial<BillItem> = {}) =>
  line(key, { courseNo, index: courseNo + 1, ...more });
const keys = (bill: Bill) => bill.items.map((item) => item.key);
const save = (bill: Bill, ...fresh: string[]) => coursesAtSave(bill, fresh, noon);
const fire = (bill: Bill, course: number, at = later): Bill => {
  const fired = fireCourse(bill, course, at, 7);
  if (!fired.ok) throw new Error(fired.refusal.message);
  return fired.value;
};
const print = (bill: Bill, settings = printers) => dueTickets(bill, settings).reduce(markSent, bill);
const lines = (tickets: readonly Ticket[]) =>
  tickets.map(({ station, change, lines: all }) => [
    station,
    change,
    all.map(({ item, mark }) => `${mark ?? '-'} ${item.key}`).join(', '),
  ]);
const starterAndMain = save(billOf([dish('rice', 0), dish('soup', 1), dish('fish', 2)]), 'rice', 'soup', 'fish');

describe('courses at a save', () => {
  it('[R23.12] a save fires items without course, the first course and what is not later than a fired one, and holds the rest', () => {
    expect(starterAndMain.items.filter(isHeld).map((item) => item.key)).toEqual(['fish']);
    const more = {
      ...starterAndMain,
      items: [...starterAndMain.items, dish('egg', 1), dish('crab', 2), dish('cake', 3)],
    };
    const saved = save(more, 'egg', 'crab', 'cake');
    expect(saved.items.filter(isHeld).map((item) => item.key)).toEqual(['fish', 'crab', 'cake']);
    expect(saved.items.find((item) => item.key === 'egg')?.firedAt).toBe(noon);
  });

  it('holds an item that arrives after its course was fired until that course is fired again', () => {
    const fired = fire(starterAndMain, 2);
    const late = { ...fired, items: [...fired.items, dish('late', 2)] };
    expect(
      save(late)
        .items.filter(isHeld)
        .map((item) => item.key),
    ).toEqual(['late']);
    expect(fire(late, 2).items.filter(isHeld)).toEqual([]);
  });

  it('leaves a waiting course held where what was fired is void or on another bill by now, and fires a new course before it', () => {
    const held = (bill: Bill) => bill.items.filter(isHeld).map((item) => item.key);
    const gone = voidItem(starterAndMain, 'soup', { reason: 'Sold out', user: 1, now: noon });
    if (!gone.ok) throw new Error('not void');
    const moved = { ...starterAndMain, items: starterAndMain.items.filter(({ key }) => key !== 'soup') };
    for (const rest of [gone.value, moved]) {
      const order = (...fresh: BillItem[]) =>
        held(save({ ...rest, items: [...rest.items, ...fresh] }, ...fresh.map(({ key }) => key)));
      expect(order(line('drink'))).toEqual(['fish']);
      expect(order(dish('crab', 2), dish('cake', 3))).toEqual(['fish', 'crab', 'cake']);
      expect(order(dish('egg', 1), dish('cake', 3))).toEqual(['fish', 'cake']);
    }
  });

  it('changes no bill without courses', () => {
    const plain = billOf([line('a')]);
    expect(save(plain, 'a')).toBe(plain);
  });
});

describe('firing a course', () => {
  it('fires what is held of the course, names who and when, and changes nothing the second time', () => {
    const fired = fire(starterAndMain, 2);
    expect(fired.items.find((item) => item.key === 'fish')).toMatchObject({ firedAt: later, firedBy: 7 });
    expect(fire(fired, 2, noon)).toBe(fired);
    expect(heldCourses(starterAndMain)).toEqual([2]);
    expect([lastFiredAt(starterAndMain), lastFiredAt(fired), lastFiredAt(billOf([line('a')]))]).toEqual([
      noon,
      later,
      null,
    ]);
    expect(fireCourse({ ...fired, status: 'Complete', isOpen: false }, 2, later, 7)).toMatchObject({ ok: false });
  });

  it('tells the highest course that was fired, without void items', () => {
    const fired = fire(starterAndMain, 2);
    const voided = fired.items.map((item) => (item.courseNo === 2 ? { ...item, isVoid: true } : item));
    expect([billOf([line('a')]), starterAndMain, fired, { ...fired, items: voided }].map(topFired)).toEqual([
      0, 1, 2, 1,
    ]);
  });

  it('keeps the earlier of two firings, with who fired it, in either order of the merge', () => {
    const [first, second] = [fire(starterAndMain, 2, noon), fire(starterAndMain, 2, later)].map(
      (bill) => bill.items.find((item) => item.key === 'fish') as BillItem,
    ) as [BillItem, BillItem];
    expect(mergeItems(first, second)).toEqual(mergeItems(second, first));
    expect(mergeItems(first, second).firedAt).toBe(noon);
  });

  it('leaves totals and time of change as they are, whatever the course', () => {
    const plain = billOf([line('a', { discount: { type: 'Percent', value: 10, reason: 'x' } })]);
    const coursed = billOf(plain.items.map((item) => ({ ...item, courseNo: 2, placedAt: later })));
    const fired = fire(coursed, 2);
    expect([coursed.total, fired.total]).toEqual([plain.total, plain.total]);
    expect(fired.items[0]?.modifiedAt).toBe(plain.items[0]?.modifiedAt);
  });

  it('adds no quantity to an unsaved item of another course', () => {
    const bill = billOf([dish('a', 1)]);
    expect(findSameUnsaved(bill, dish('b', 2))).toBeUndefined();
    expect(findSameUnsaved(bill, dish('b', 1))?.key).toBe('a');
  });
});

describe('tickets with courses', () => {
  it('a ticket lists what to make and what is held, and with WhenFired a held item is on no ticket', () => {
    expect(lines(dueTickets(starterAndMain, printers))).toEqual([
      ['KITCHEN', 'New', 'Make rice, Make soup, Hold fish'],
    ]);
    expect(lines(dueTickets(starterAndMain, whenFired))).toEqual([['KITCHEN', 'New', 'Make rice, Make soup']]);
    expect(lines(dueTickets(print(starterAndMain, whenFired), whenFired))).toEqual([]);
    expect(lines(dueTickets(billOf([line('a')]), printers))).toEqual([['KITCHEN', 'New', '- a']]);
  });

  it('a fired course is on one ticket of its own, once, however often it is asked for', () => {
    const fired = fire(print(starterAndMain), 2);
    expect(lines(dueTickets(fired, printers))).toEqual([['KITCHEN', 'Fire', 'Fire fish']]);
    expect(dueTickets(print(fired), printers)).toEqual([]);
    expect(dueTickets(fired, printers)[0]?.key).toBe(dueTickets(fired, printers)[0]?.key);
  });

  it('prints what was never announced on the fire ticket of the till that fired it', () => {
    const fired = fire(print(starterAndMain, whenFired), 2);
    expect(lines(dueTickets(fired, whenFired, { fired: ['fish'] }))).toEqual([['KITCHEN', 'Fire', 'Fire fish']]);
    expect(dueTickets(print(fired, whenFired), whenFired)).toEqual([]);
  });

  it('[R23.15] a held item that was never announced is voided without paper, an announced one prints VOID', () => {
    const voided = (bill: Bill) => {
      const gone = voidItem(bill, 'fish', { reason: 'Changed mind', user: 1, now: noon });
      return gone.ok ? gone.value : bill;
    };
    expect(dueTickets(voided(print(starterAndMain, whenFired)), whenFired)).toEqual([]);
    expect(lines(dueTickets(voided(print(starterAndMain)), printers))).toEqual([['KITCHEN', 'Cancel', '- fish']]);
    expect(dueTickets(voided(fire(print(starterAndMain), 2)), printers).map(({ change }) => change)).toEqual([
      'Cancel',
    ]);
  });

  it('prints a piece of a split item when its course is fired, and once', () => {
    const bill = print(save(billOf([dish('soup', 1), dish('fish', 2, { qty: 3 })]), 'soup', 'fish'));
    const cut = divideItem(bill, { key: 'fish', qty: 1 }, { now: later, userId: 1, newKey: pieceKey });
    if (!cut.ok) throw new Error('not cut');
    expect(dueTickets(cut.value, printers)).toEqual([]);
    const fired = fire(cut.value, 2);
    expect(lines(dueTickets(fired, printers))).toEqual([
      ['KITCHEN', 'Fire', `Fire ${[pieceKey('fish', 0), pieceKey('fish', 1)].sort().join(', Fire ')}`],
    ]);
    expect(dueTickets(print(fired), printers)).toEqual([]);
    expect(keys(fired)).toHaveLength(4);
  });
});
