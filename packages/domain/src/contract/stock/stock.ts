/**
 * Stock in the API: movements, levels, adjustments. Quantities are in the item's stock unit with at most 3 decimals; `unitCost` is laari per
 * stock unit with at most 3 decimals; `value` is laari. Source: docs/rules.md#stock-movements.
 */
import * as z from 'zod/mini';
import { manualTypes, movementTypes } from '../../stock/movement.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, foreignId, id, idParams, key, listQuery, pageOf, quantity, text } from '../platform/shape.ts';

/** A quantity of zero or more. */
export const positiveQty = quantity.check(z.minimum(0, 'Quantity must be 0 or more'));
/** Laari per stock unit, at most 3 decimals. */
export const unitCost = z.number().check(z.minimum(0), z.maximum(999_999_999));

/** A change of a record's state: who made it, when, and why. */
export const step = z.object({ to: z.string(), at: z.string(), byName: z.string(), reason: z.string() });

export const movement = z.object({
  id,
  key: z.string(),
  at: z.string(),
  itemId: id,
  itemName: z.string(),
  unit: z.string(),
  storageId: id,
  storageName: z.string(),
  type: z.enum(movementTypes),
  qty: z.number(),
  unitCost: z.number(),
  value: z.int(),
  before: z.number(),
  after: z.number(),
  refType: z.string(),
  refId: foreignId,
  batch: z.string(),
  expiry: z.nullable(z.string()),
  reason: z.string(),
  byName: z.string(),
});
export type Movement = z.infer<typeof movement>;

/** The stock of one item in one storage. */
export const stockLevel = z.object({
  itemId: id,
  itemName: z.string(),
  itemCode: z.string(),
  category: z.string(),
  unit: z.string(),
  storageId: id,
  storageName: z.string(),
  onHand: z.number(),
  value: z.int(),
  unitCost: z.number(),
  /** The item's reorder level over all storages; null without one. */
  reorderLevel: z.nullable(z.number()),
  isLow: z.boolean(),
});
export type StockLevelView = z.infer<typeof stockLevel>;

export const listLogs = defineEndpoint({
  key: 'stock.list',
  method: 'GET',
  path: '/ims/logs/list',
  summary: 'Lists stock movements; `id` is the item',
  access: { who: 'member', anyOf: ['Inventory Logs', 'Inventory'] },
  query: z.extend(listQuery, {
    itemId: z.optional(z.string()),
    storageId: z.optional(z.string()),
    type: z.optional(z.string()),
  }),
  answer: z.union([pageOf(movement), z.array(movement)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const findLog = defineEndpoint({
  key: 'stock.findLog',
  method: 'GET',
  path: '/ims/logs/find/:id',
  summary: 'Returns one stock movement by id or key',
  access: { who: 'member', anyOf: ['Inventory Logs', 'Inventory'] },
  params: idParams,
  answer: movement,
  refusals: ['notFound'],
});

export const createLog = defineEndpoint({
  key: 'stock.adjust',
  method: 'POST',
  path: '/ims/log/create',
  summary: 'Records a stock adjustment; returns the same movement for a repeated key',
  access: { who: 'member', anyOf: ['Inventory Logs', 'Inventory'], allOf: ['stock.adjust'] },
  body: z.object({
    key,
    itemId: id,
    storageId: id,
    type: z.enum(manualTypes as [(typeof manualTypes)[number]]),
    /** The quantity that went in or out; for 'Set' the quantity on hand. */
    qty: positiveQty,
    /** The cost of one unit; absent: the average cost. */
    unitCost: z.optional(unitCost),
    batch: z.optional(text(40)),
    expiry: z.optional(z.nullable(calendarDate)),
    reason: z.optional(text(200)),
    /** The person saw that this takes more than is on hand (R35.60). */
    isConfirmed: z.optional(z.boolean()),
  }),
  answer: movement,
  refusals: ['notFound', 'invalid', 'keyReused', 'stockShort', 'aboveOnHand', 'reasonMissing'],
});

export const listLevels = defineEndpoint({
  key: 'stock.levels',
  method: 'GET',
  path: '/ims/levels/list',
  summary: 'Returns stock levels: of an item, of a storage, or all',
  access: { who: 'member', anyOf: ['Inventory', 'Inventory Logs'] },
  query: z.object({ itemId: z.optional(z.string()), storageId: z.optional(z.string()) }),
  answer: z.array(stockLevel),
  refusals: [],
});
