/** The price rules as a till reads them. Source: R21.1, R21.2, R21.5, docs/rules.md#price-lists. */
import * as z from 'zod/mini';
import { availabilityDays } from '../../menu/availability.ts';
import { slotTypeNames } from '../../outlet/outlet.ts';
import { promotionCombinations, promotionTypes } from '../../price/promotion.ts';
import { priceListKinds } from '../../price/rules.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, id, money } from '../platform/shape.ts';

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

const ids = z.optional(z.array(id));

const promotion = z.object({
  id,
  name: z.string(),
  type: z.enum(promotionTypes),
  priority: z.int(),
  combines: z.enum(promotionCombinations),
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
