/** The menu as a till reads it. Source: R18.12, docs/rules.md#menus. */
import * as z from 'zod/mini';
import { availabilityDays } from '../../menu/availability.ts';
import { menuItemTypes } from '../../menu/menu.ts';
import { gstModes, slotTypeNames } from '../../outlet/outlet.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { foreignId, id, money, percent, quantity, signedMoney } from '../platform/shape.ts';

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
});

export const menu = z.object({
  id,
  name: z.string(),
  availability: z.optional(z.array(z.object({ day: z.enum(availabilityDays), from: z.string(), to: z.string() }))),
  orderTypes: z.optional(z.array(z.enum(slotTypeNames))),
  categories: z.array(
    z.object({
      id,
      name: z.string(),
      nameLocal: z.string(),
      color: z.string(),
      gstMode: z.nullable(z.enum(gstModes)),
      sort: z.int(),
      menuItems: z.array(menuItem),
    }),
  ),
});

export const getMenu = defineEndpoint({
  key: 'menu.get',
  method: 'GET',
  path: '/bis/menu/get',
  summary: 'Returns the published menus with categories and items; 304 when unchanged (ETag)',
  access: { who: 'member' },
  answer: z.array(menu),
  refusals: [],
});
