/** The price rules as a till reads them. Source: R21.1, R21.2, R21.5, docs/rules.md#price-lists. */
import * as z from 'zod/mini';
import { availabilityDays } from '../../menu/availability.ts';
import { slotTypeNames } from '../../outlet/outlet.ts';
import { promotionCombinations, promotionTypes } from '../../price/promotion.ts';
import { priceListKinds } from '../../price/rules.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, id, key, money } from '../platform/shape.ts';

const times = {
  availability: z.optional(z.array(z.object({ day: z.enum(availabilityDays), from: z.string(), to: z.string() }))),
  orderTypes: z.optional(z.array(z.enum(slotTypeNames))),
  groupIds: z.optional(z.array(id)),
  fromDate: z.optional(calendarDate),
  toDate: z.optional(calendarDate),
  graceMinutes: z.optional(z.int()),
};

const priceList = z.object({
  id,
  name: z.string(),
  kind: z.enum(priceListKinds),
  priority: z.int(),
  roundTo: z.int(),
  ...times,
  prices: z.array(
    z.object({
      menuItemId: z.optional(id),
      categoryId: z.optional(id),
      size: z.optional(z.string()),
      price: z.optional(money),
      percent: z.optional(z.number()),
    }),
  ),
});

const priceChange = z.object({
  id,
  fromDate: calendarDate,
  prices: z.array(z.object({ menuItemId: id, size: z.string(), price: money })),
});

/** SHA-256 of the code of a coupon. */
export const couponHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const ids = z.optional(z.array(id));

const promotion = z.object({
  id,
  name: z.string(),
  type: z.enum(promotionTypes),
  priority: z.int(),
  combines: z.enum(promotionCombinations),
  trigger: z.optional(z.enum(['Coupon', 'Reward', 'Birthday'])),
  pointsCost: z.optional(z.int()),
  ...times,
  itemIds: ids,
  categoryIds: ids,
  exceptItemIds: ids,
  getItemIds: ids,
  getCategoryIds: ids,
  buyQty: z.optional(z.int()),
  getQty: z.optional(z.int()),
  percent: z.optional(z.number()),
  amount: z.optional(money),
  price: z.optional(money),
  parts: z.optional(z.array(z.object({ menuItemId: z.optional(id), categoryId: z.optional(id), qty: z.int() }))),
  minSpend: z.optional(money),
  maxPerBill: z.optional(z.int()),
  maxPerCustomer: z.optional(z.int()),
  maxTotal: z.optional(z.int()),
});

const choiceGroup = z.object({
  id,
  name: z.string(),
  choose: z.int(),
  courseNo: z.optional(z.int()),
  choices: z.array(z.object({ menuItemId: id, size: z.string(), extraPrice: money, isDefault: z.boolean() })),
});

export const priceRules = z.object({
  version: z.int(),
  lists: z.array(priceList),
  changes: z.array(priceChange),
  /** Absent without any. */
  promotions: z.optional(z.array(promotion)),
  /** The choices of set menus. Absent without any. */
  choices: z.optional(z.array(choiceGroup)),
  /** The coupons that work without the server, as SHA-256 of their codes. Absent without any. */
  codes: z.optional(z.array(z.object({ promotionId: id, hashes: z.array(couponHash) }))),
});

export const getPrices = defineEndpoint({
  key: 'prices.get',
  method: 'GET',
  path: '/bis/prices/get',
  summary:
    'Returns the published price lists and promotions, the planned price changes and the choices of set menus, version 0 while there are none; 304 when unchanged (ETag)',
  access: { who: 'member' },
  answer: priceRules,
  refusals: [],
});

export const createCoupons = defineEndpoint({
  key: 'prices.createCoupons',
  method: 'POST',
  path: '/bis/price/coupons/create',
  summary:
    'Creates coupons of a promotion and returns their codes as CSV, once: only hash and last 4 letters are stored. `maxUses` 1: single use; 0: no limit. Codes for more than one use are at most 50 at a time, and work without the server',
  access: { who: 'member', anyOf: ['Prices'], allOf: ['price.manage'] },
  body: z.object({
    key,
    promotionId: id,
    count: z.int().check(z.minimum(1), z.maximum(5000)),
    maxUses: z.int().check(z.minimum(0), z.maximum(999_999)),
  }),
  answer: z.object({ csv: z.string() }),
  refusals: ['notFound', 'keyReused', 'invalid'],
});

export const listCoupons = defineEndpoint({
  key: 'prices.coupons',
  method: 'GET',
  path: '/bis/price/coupons',
  summary:
    'Returns the coupons as they were created together, the newest first: how many, and how many bills used them',
  access: { who: 'member', anyOf: ['Prices'] },
  answer: z.array(
    z.object({
      key: z.string(),
      /** Absent from servers of earlier releases. */
      promotionId: z.optional(id),
      promotion: z.string(),
      createdAt: z.string(),
      count: z.int(),
      maxUses: z.int(),
      uses: z.int(),
      /** Of the only code; '' of several. */
      last4: z.string(),
    }),
  ),
  refusals: [],
});

export const findBirthdays = defineEndpoint({
  key: 'prices.birthdays',
  method: 'GET',
  path: '/bis/prices/birthdays',
  summary: 'Returns the promotions for birthdays that a customer already had this year, on other bills than this one',
  access: { who: 'member', anyOf: ['bill.open'] },
  query: z.object({ customerId: z.string().check(z.regex(/^\d{1,15}$/)), billKey: key }),
  answer: z.object({ used: z.array(id) }),
  refusals: [],
});

export const findCoupon = defineEndpoint({
  key: 'prices.coupon',
  method: 'GET',
  path: '/bis/prices/coupon',
  summary: 'Returns the promotion of a coupon that counts on this bill now; the code is named by its SHA-256',
  access: { who: 'member', anyOf: ['bill.open'] },
  query: z.object({ hash: couponHash, billKey: key }),
  answer: z.object({ promotionId: id, last4: z.string() }),
  refusals: ['couponInvalid'],
});
