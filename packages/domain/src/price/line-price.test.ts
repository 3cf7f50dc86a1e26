import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linePrice, type PriceMoment, pricesAt } from './line-price.ts';
import { noPriceRules, type PriceList, type PriceRules } from './rules.ts';

/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const moment = (text: string, more: Partial<PriceMoment> = {}): PriceMoment => ({
  at: Date.parse(`${text}+05:00`),
  type: 'Takeaway',
  groupId: 0,
  timezone: 'Indian/Maldives',
  cutoff: '04:00',
  ...more,
});
const friday = (time: string, more: Partial<PriceMoment> = {}) => moment(`2026-11-27T${time}`, more);
const list = (more: Partial<PriceList>): PriceList => ({
  id: 1,
  name: 'Happy hour',
  kind: 'Offer',
  priority: 0,
  roundTo: 0,
  prices: [],
  ...more,
});
const rules = (...lists: PriceList[]): PriceRules => ({ version: 7, lists, changes: [] });
const juice = { id: 4, categoryIds: [9] };
const glass = (sellingPrice: number, value = 'Glass') => ({ value, sellingPrice });
const priced = (of: PriceRules, at: PriceMoment, size = glass(3500)) => linePrice(juice, size, of, at).sellingPrice;

const happy = list({
  availability: [{ day: 'Friday', from: '17:00', to: '19:00' }],
  prices: [{ menuItemId: 4, price: 2500 }],
});

it('an offer counts within its window, read at the tap, and the price says why', () => {
  expect(linePrice(juice, glass(3500), rules(happy), friday('17:10:00'))).toEqual({
    listPrice: 3500,
    sellingPrice: 2500,
    rule: { id: 1, version: 7, words: 'Happy hour, 35.00 -> 25.00' },
  });
  expect(priced(rules(happy), friday('18:59:59'))).toBe(2500);
  expect(linePrice(juice, glass(3500), rules(happy), friday('19:00:00'))).toEqual({
    listPrice: 3500,
    sellingPrice: 3500,
    rule: null,
  });
  const night = list({ ...happy, availability: [{ day: 'Friday', from: '22:00', to: '02:00' }] });
  expect(priced(rules(night), moment('2026-11-28T01:30:00'))).toBe(2500);
  expect(priced(rules(list({ ...happy, graceMinutes: 10 })), friday('19:09:59'))).toBe(2500);
});

it('[R21.1] a Base list sets prices for its slot types, groups, days, hours and dates; the highest priority counts, ties the lower id', () => {
  const base = (more: Partial<PriceList>) => list({ kind: 'Base', prices: [{ menuItemId: 4, price: 4000 }], ...more });
  const delivery = base({ orderTypes: ['Delivery'] });
  expect(priced(rules(delivery), friday('12:00:00'))).toBe(3500);
  expect(priced(rules(delivery), friday('12:00:00', { type: 'Delivery' }))).toBe(4000);
  const staff = base({ groupIds: [3] });
  expect(priced(rules(staff), friday('12:00:00', { groupId: 2 }))).toBe(3500);
  expect(priced(rules(staff), friday('12:00:00', { groupId: 3 }))).toBe(4000);
  const week = base({ fromDate: '2026-11-27', toDate: '2026-11-27' });
  expect(priced(rules(week), friday('03:59:00'))).toBe(3500);
  expect(priced(rules(week), moment('2026-11-28T03:59:00'))).toBe(4000);
  expect(priced(rules(week), moment('2026-11-28T04:00:00'))).toBe(3500);
  expect(priced(rules(base({ availability: happy.availability })), friday('16:59:00'))).toBe(3500);
  const other = (id: number, priority: number, price: number) =>
    base({ id, priority, prices: [{ menuItemId: 4, price }] });
  expect(priced(rules(other(1, 1, 4100), other(2, 2, 4200)), friday('12:00:00'))).toBe(4200);
  expect(priced(rules(other(2, 1, 4200), other(1, 1, 4100)), friday('12:00:00'))).toBe(4100);
});

it('[R21.2] of Offer lists the lowest price counts, if it is below the price before', () => {
  const offer = (id: number, price: number) => list({ id, name: `Offer ${id}`, prices: [{ menuItemId: 4, price }] });
  const at = friday('12:00:00');
  expect(priced(rules(offer(1, 2800), offer(2, 2600), offer(3, 3000)), at)).toBe(2600);
  expect(linePrice(juice, glass(3500), rules(offer(1, 3600)), at).rule).toBeNull();
  expect(linePrice(juice, glass(3500), rules(offer(2, 2600), offer(1, 2600)), at).rule?.id).toBe(1);
  const base = list({ id: 9, name: 'Island', kind: 'Base', prices: [{ categoryId: 9, percent: 20 }] });
  expect(linePrice(juice, glass(3500), rules(base, offer(1, 3600)), at)).toEqual({
    listPrice: 3500,
    sellingPrice: 3600,
    rule: { id: 1, version: 7, words: 'Island, 35.00 -> 42.00; Offer 1, 42.00 -> 36.00' },
  });
});

it('a percentage is rounded half up to the laari, then to the nearest step of the list; a price of its own is not', () => {
  const plus = (percent: number, roundTo: number) =>
    list({ kind: 'Base', roundTo, prices: [{ categoryId: 9, percent }] });
  const at = friday('12:00:00');
  expect(priced(rules(plus(10, 50)), at, glass(3333))).toBe(3650);
  expect(priced(rules(plus(10, 0)), at, glass(3333))).toBe(3666);
  expect(priced(rules(plus(12.5, 0)), at, glass(4))).toBe(5);
  expect(priced(rules(plus(-90, 0)), at, glass(0))).toBe(0);
  expect(priced(rules(list({ roundTo: 50, prices: [{ menuItemId: 4, price: 1999 }] })), at)).toBe(1999);
});

it('the price of an item comes before that of its category, and that of a size before that of all sizes', () => {
  const prices = [
    { categoryId: 9, price: 1000 },
    { categoryId: 9, size: 'Jug', price: 2000 },
    { menuItemId: 4, price: 3000 },
    { menuItemId: 4, size: 'Glass', price: 3100 },
  ];
  const at = friday('12:00:00');
  const of = (rows: PriceList['prices'], size: string) =>
    priced(rules(list({ kind: 'Base', prices: rows })), at, glass(3500, size));
  expect([of(prices, 'Glass'), of(prices, 'Jug')]).toEqual([3100, 3000]);
  expect([of(prices.slice(0, 2), 'Glass'), of(prices.slice(0, 2), 'Jug')]).toEqual([1000, 2000]);
  expect(
    of(
      [
        { categoryId: 8, price: 1 },
        { menuItemId: 5, price: 1 },
        { menuItemId: 4, size: 'Jug', price: 1 },
      ],
      'Glass',
    ),
  ).toBe(3500);
});

it('[R21.5] a dated price change counts from the start of its business day', () => {
  const change = (id: number, fromDate: string, price: number) => ({
    id,
    fromDate,
    prices: [{ menuItemId: 4, size: 'Glass', price }],
  });
  const of: PriceRules = {
    ...noPriceRules,
    version: 3,
    lists: [list({ prices: [{ menuItemId: 4, percent: -10 }] })],
    changes: [change(2, '2026-12-01', 4000), change(1, '2026-11-27', 3700)],
  };
  expect(linePrice(juice, glass(3500), of, friday('03:59:59'))).toMatchObject({ listPrice: 3500, sellingPrice: 3150 });
  expect(linePrice(juice, glass(3500), of, friday('04:00:00'))).toMatchObject({ listPrice: 3700, sellingPrice: 3330 });
  expect(linePrice(juice, glass(3500), of, moment('2026-12-01T04:00:00'))).toMatchObject({ listPrice: 4000 });
  expect(linePrice(juice, glass(5000, 'Jug'), of, moment('2026-12-01T04:00:00'))).toMatchObject({ listPrice: 5000 });
});

it('the order of lists changes nothing, an offer never raises a price, and no price is below 0', () => {
  const row = fc.record({
    menuItemId: fc.constantFrom(4, undefined),
    categoryId: fc.constantFrom(9, 8),
    size: fc.constantFrom('Glass', undefined),
    price: fc.option(fc.nat(9000), { nil: undefined }),
    percent: fc.integer({ min: -90, max: 200 }),
  });
  const lists = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 20 }),
      name: fc.constant('L'),
      kind: fc.constantFrom('Base' as const, 'Offer' as const),
      priority: fc.nat(2),
      roundTo: fc.constantFrom(0, 5, 100),
      prices: fc.array(row, { minLength: 1, maxLength: 3 }),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  fc.assert(
    fc.property(lists, fc.nat(9000), (some, price) => {
      const at = friday('12:00:00');
      const now = linePrice(juice, glass(price), rules(...some), at);
      expect(linePrice(juice, glass(price), rules(...some.toReversed()), at)).toEqual(now);
      const base = linePrice(juice, glass(price), rules(...some.filter(({ kind }) => kind === 'Base')), at);
      expect(now.sellingPrice).toBeLessThanOrEqual(base.sellingPrice);
      expect(now.sellingPrice).toBeGreaterThanOrEqual(0);
      if (now.rule === null) expect(now.sellingPrice).toBe(price);
    }),
    { numRuns: 200 },
  );
});

it('windows are read once for all items of a minute, slot type and group, and again when the next minute begins', () => {
  const some = rules(happy);
  const now = pricesAt(some, friday('18:59:10'));
  expect(pricesAt(some, friday('18:59:50'))).toBe(now);
  expect(now.offers).toEqual([happy]);
  expect(pricesAt(some, friday('18:59:10', { type: 'Table' }))).not.toBe(now);
  expect(pricesAt(some, friday('18:59:10', { groupId: 3 }))).not.toBe(now);
  expect(pricesAt(some, friday('19:00:00')).offers).toEqual([]);
});
