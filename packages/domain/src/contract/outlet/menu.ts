/** The menu as a till reads it. Source: R18.12, docs/rules.md#menus. */
import * as z from 'zod/mini';
import { availabilityDays } from '../../menu/availability.ts';
import { menuItemTypes } from '../../menu/menu.ts';
import { gstModes, slotTypeNames } from '../../outlet/outlet.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, foreignId, id, money, percent, quantity, signedMoney } from '../platform/shape.ts';

export const modifierGroup = z.object({
  id,
  name: z.string(),
  min: z.int(),
  max: z.int(),
  freeCount: z.int(),
  options: z.array(
    z.object({
      optionId: id,
      name: z.string(),
      priceDelta: signedMoney,
      isDefault: z.boolean(),
      isPrinted: z.boolean(),
      inventoryItemId: foreignId,
      qty: z.nullable(quantity),
      station: z.optional(z.string()),
    }),
  ),
});

export const menuItem = z.object({
  id,
  version: z.int(),
  name: z.string(),
  nameLocal: z.string(),
  kitchenName: z.string(),
  code: z.string(),
  barcode: z.string(),
  type: z.enum(menuItemTypes),
  sizes: z.array(
    z.object({
      value: z.string(),
      sellingPrice: money,
      isDefault: z.boolean(),
      barcode: z.optional(z.string()),
    }),
  ),
  description: z.string(),
  image: z.nullable(z.string()),
  gstMode: z.nullable(z.enum(gstModes)),
  gstPct: z.nullable(percent),
  serviceChargeable: z.boolean(),
  printable: z.boolean(),
  openPrice: z.boolean(),
  soldByWeight: z.boolean(),
  isAvailable: z.boolean(),
  modifierGroups: z.optional(z.array(modifierGroup)),
  allergens: z.optional(z.array(z.string())),
  spicy: z.optional(z.int()),
  isVegetarian: z.optional(z.boolean()),
  isHalal: z.optional(z.boolean()),
  maxDiscountPct: z.optional(percent),
  choiceGroupIds: z.optional(z.array(id)),
});

const availability = z.array(z.object({ day: z.enum(availabilityDays), from: z.string(), to: z.string() }));

const menuFields = {
  id,
  name: z.string(),
  availability: z.optional(availability),
  orderTypes: z.optional(z.array(z.enum(slotTypeNames))),
  publishFrom: z.optional(calendarDate),
  publishTo: z.optional(calendarDate),
  graceMinutes: z.optional(z.int()),
};
const categoryFields = {
  id,
  name: z.string(),
  nameLocal: z.string(),
  color: z.string(),
  courseNo: z.optional(z.int()),
  gstMode: z.nullable(z.enum(gstModes)),
  sort: z.int(),
};

export const menu = z.object({
  ...menuFields,
  categories: z.array(z.object({ ...categoryFields, menuItems: z.array(menuItem) })),
});

/** A large menu without its items: they are in blocks, of which a till fetches those whose hash it does not have (R34.7). */
export const menuOutline = z.object({
  menus: z.array(z.object({ ...menuFields, categoryIds: z.array(id) })),
  categories: z.array(z.object(categoryFields)),
  blocks: z.array(z.object({ id: z.int(), hash: z.string() })),
});

/** Items of a large menu whose ids follow each other. */
export const menuBlock = z.object({
  id: z.int(),
  hash: z.string(),
  items: z.array(z.object({ ...menuItem.shape, categoryIds: z.array(id), isPinned: z.boolean(), sort: z.int() })),
});

export const getMenu = defineEndpoint({
  key: 'menu.get',
  method: 'GET',
  path: '/bis/menu/get',
  summary:
    'Returns the published menus with categories and items; 304 when unchanged (ETag). With `inBlocks` a large menu comes without its items, which `/bis/menu/blocks` returns',
  access: { who: 'member' },
  query: z.object({ inBlocks: z.optional(z.literal('true')) }),
  answer: z.union([z.array(menu), menuOutline]),
  refusals: [],
});

export const getMenuBlocks = defineEndpoint({
  key: 'menu.blocks',
  method: 'GET',
  path: '/bis/menu/blocks',
  summary: 'Returns blocks of a large menu by their ids, at most 32; a block that no longer exists is left out',
  access: { who: 'member' },
  query: z.object({ ids: z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,31}$/)) }),
  answer: z.array(menuBlock),
  refusals: [],
});

/** How many of an item are left; `day` is the business day of the number, on which `dailyQty` counts from the next one on. */
const itemCount = z.object({
  menuItemId: id,
  left: z.nullable(quantity),
  day: z.string(),
  dailyQty: z.optional(z.int()),
});

export const getCounts = defineEndpoint({
  key: 'menu.counts',
  method: 'GET',
  path: '/bis/menu/counts',
  summary: 'Returns how many of each counted item are left',
  access: { who: 'member' },
  answer: z.array(itemCount),
  refusals: [],
});

export const setLeft = defineEndpoint({
  key: 'menu.setLeft',
  method: 'PUT',
  path: '/bis/menu/item/left',
  summary: 'Sets how many of an item are left, and returns the counts; null: nobody counts it any more',
  access: { who: 'member', anyOf: ['menu.86', 'menu.edit'] },
  body: z.object({ id, left: z.nullable(quantity.check(z.minimum(0))) }),
  answer: z.array(itemCount),
  refusals: ['notFound'],
});
