import { expect, it } from 'vitest';
import type { MenuItem } from '../../menu/menu.ts';
import type { PriceMoment } from '../../price/line-price.ts';
import type { PriceRules } from '../../price/rules.ts';
import type { BillCoupon } from './coupon.ts';
import { notApplied } from './not-applied.ts';
import { priceBasket } from './price-basket.ts';

const size = (sellingPrice: number) => ({ value: 'Glass', sellingPrice, isDefault: true });
const juice = {
  id: 1,
  version: 1,
  name: 'Juice',
  nameLocal: '',
  kitchenName: '',
  code: '',
  barcode: '',
  type: 'Bar',
  sizes: [size(3500)],
  description: '',
  image: null,
  gstMode: null,
  gstPct: null,
  serviceChargeable: true,
  printable: true,
  openPrice: false,
  soldByWeight: false,
  isAvailable: true,
} as MenuItem;
const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive' as const, gstOnServiceCharge: true };
/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const friday = (time: string): PriceMoment => ({
  at: Date.parse(`2026-11-27T${time}:00+05:00`),
  type: 'Takeaway',
  groupId: 0,
  timezone: 'Indian/Maldives',
  cutoff: '04:00',
});
const happy = {
  id: 1,
  name: 'Happy hour',
  kind: 'Offer' as const,
  priority: 0,
  roundTo: 0,
  availability: [{ day: 'Friday' as const, from: '17:00', to: '19:00' }],
  prices: [{ menuItemId: 1, price: 2500 }],
};
const promotion = { priority: 0, combines: 'OnePerUnit' as const };
const rules: PriceRules = {
  version: 3,
  changes: [],
  lists: [happy],
  promotions: [
    { ...promotion, id: 1, name: 'Three for two', type: 'BuyGet', itemIds: [1], buyQty: 2, getQty: 1, percent: 100 },
    { ...promotion, id: 2, name: 'From 500', type: 'BillOff', amount: 1000, minSpend: 50_000 },
    { ...promotion, id: 3, name: 'Members', type: 'BillOff', percent: 5, groupIds: [7] },
    { ...promotion, id: 4, name: 'Cakes', type: 'PercentOff', percent: 50, categoryIds: [9] },
    { ...promotion, id: 5, name: 'New year', type: 'BillOff', percent: 5, fromDate: '2027-01-01' },
    { ...promotion, id: 6, name: 'Flyer', type: 'BillOff', amount: 500, trigger: 'Coupon' },
    { ...promotion, id: 7, name: 'Free juice', type: 'BillOff', amount: 300, trigger: 'Reward', pointsCost: 50 },
  ],
};
const priced = (qty: number, moment: PriceMoment, coupons?: readonly BillCoupon[]) =>
  priceBasket({
    lines: [{ key: 'a', item: juice, category: null, categoryIds: [5], size: size(3500), qty }],
    customer: null,
    coupons,
    terms,
    rules,
    moment,
    find: () => ({ categoryIds: [5] }),
  });
const reasons = (qty: number, moment: PriceMoment) =>
  Object.fromEntries(
    notApplied(rules, { bill: priced(qty, moment), moment, categoriesOf: () => [5] }).map(({ name, reason }) => [
      name,
      Object.values(reason).join(' '),
    ]),
  );

it('[R21.30] prices a basket as a till would, at the hours of the moment', () => {
  expect(priced(2, friday('17:10'))).toMatchObject({ subTotal: 5000, gst: 400, total: 5400 });
  expect(priced(2, friday('19:00'))).toMatchObject({ subTotal: 7000, total: 7560 });
  expect(priced(3, friday('17:10'))).toMatchObject({ subTotal: 5000, promotion: 2500 });
});

it('[R21.30] names each rule that gave nothing, with the reason', () => {
  const always = {
    'From 500': 'spend 50000',
    Members: 'group',
    Cakes: 'items',
    'New year': 'from 2027-01-01',
    Flyer: 'coupon',
    'Free juice': 'reward',
  };
  expect(reasons(2, friday('16:59'))).toEqual({ ...always, 'Happy hour': 'begins 17:00', 'Three for two': 'items' });
  expect(reasons(3, friday('19:00'))).toEqual({ ...always, 'Happy hour': 'ended 19:00' });
  expect(reasons(3, friday('18:00'))).toEqual(always);
  const saturday = { ...friday('18:00'), at: friday('18:00').at + 86_400_000 };
  expect(reasons(3, saturday)).toEqual({ ...always, 'Happy hour': 'day' });
});

it('[R21.30] counts a coupon, or a reward, of the basket', () => {
  const coupon = (promotionId: number) => [{ key: `code ${promotionId}`, promotionId, last4: '7K2Q' }];
  expect(priced(2, friday('19:00'), coupon(6))).toMatchObject({ subTotal: 6500, promotion: 500, total: 7020 });
  expect(priced(2, friday('19:00'), coupon(7))).toMatchObject({ subTotal: 6700, promotion: 300 });
  expect(priced(2, friday('19:00'))).toMatchObject({ subTotal: 7000 });
});

it('[R21.30] says why a promotion for birthdays does not count', () => {
  const treat = { ...promotion, id: 1, name: 'Birthday', type: 'BillOff', percent: 10, trigger: 'Birthday' } as const;
  const only: PriceRules = { version: 3, changes: [], lists: [], promotions: [treat] };
  const moment = friday('12:00');
  const why = (birthday?: { day: string; used: readonly number[] } | null) => {
    const guest = { id: 7, key: 'c', name: 'Aisha', phone: '', tin: '', ...(birthday && { birthday }) };
    const lines = [{ key: 'a', item: juice, category: null, categoryIds: [5], size: size(3500), qty: 1 }];
    const find = () => ({ categoryIds: [5] });
    const bill = priceBasket({ lines, customer: birthday === null ? null : guest, terms, rules: only, moment, find });
    return notApplied(only, { bill, moment, categoriesOf: () => [5] }).map(({ reason }) => reason.why);
  };
  expect(why(null)).toEqual(['customer']);
  expect(why()).toEqual(['birthday']);
  expect(why({ day: '1991-05-01', used: [] })).toEqual(['birthday']);
  expect(why({ day: '1991-11-28', used: [1] })).toEqual(['used']);
  expect(why({ day: '1991-11-28', used: [] })).toEqual([]);
});
