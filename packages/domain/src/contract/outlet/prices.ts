/** The price rules as a till reads them. Source: R21.1, R21.2, R21.5, docs/rules.md#price-lists. */
import * as z from 'zod/mini';
import { availabilityDays } from '../../menu/availability.ts';
import { slotTypeNames } from '../../outlet/outlet.ts';
import { priceListKinds } from '../../price/rules.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, id, money } from '../platform/shape.ts';

const priceList = z.object({
  id,
  name: z.string(),
  kind: z.enum(priceListKinds),
  priority: z.int(),
  roundTo: z.int(),
  availability: z.optional(z.array(z.object({ day: z.enum(availabilityDays), from: z.string(), to: z.string() }))),
  orderTypes: z.optional(z.array(z.enum(slotTypeNames))),
  groupIds: z.optional(z.array(id)),
  fromDate: z.optional(calendarDate),
  toDate: z.optional(calendarDate),
  graceMinutes: z.optional(z.int()),
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

export const priceRules = z.object({
  version: z.int(),
  lists: z.array(priceList),
  changes: z.array(priceChange),
});

export const getPrices = defineEndpoint({
  key: 'prices.get',
  method: 'GET',
  path: '/bis/prices/get',
  summary:
    'Returns the published price lists and the planned price changes, version 0 while there are none; 304 when unchanged (ETag)',
  access: { who: 'member' },
  answer: priceRules,
  refusals: [],
});
