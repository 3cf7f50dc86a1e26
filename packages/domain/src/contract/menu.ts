/** The menu as a till reads it. Source: api.md bis. */
import * as z from 'zod/mini';
import { menuItemTypes } from '../menu/menu.ts';
import { gstModes } from '../outlet/outlet.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, money, percent } from './shape.ts';

export const menuItem = z.object({
  id,
  version: z.int(),
  name: z.string(),
  nameLocal: z.string(),
  kitchenName: z.string(),
  code: z.string(),
  barcode: z.string(),
  type: z.enum(menuItemTypes),
  sizes: z.array(z.object({ value: z.string(), sellingPrice: money, isDefault: z.boolean() })),
  description: z.string(),
  image: z.nullable(z.string()),
  gstMode: z.nullable(z.enum(gstModes)),
  gstPct: z.nullable(percent),
  serviceChargeable: z.boolean(),
  printable: z.boolean(),
  openPrice: z.boolean(),
  soldByWeight: z.boolean(),
  isAvailable: z.boolean(),
  sort: z.int(),
});

export const menu = z.object({
  id,
  name: z.string(),
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
  summary: 'The published menus with categories and items; answers 304 when unchanged (ETag)',
  access: { who: 'member' },
  answer: z.array(menu),
  refusals: [],
});
