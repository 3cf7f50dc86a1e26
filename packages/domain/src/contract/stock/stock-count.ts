/** Stock counts in the API. Quantities in the item's stock unit with at most 3 decimals, values in laari. Source: docs/rules.md#stock-counts. */
import * as z from 'zod/mini';
import { inventoryCategories } from '../../stock/category.ts';
import { countScopes, countStates } from '../../stock/count.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { foreignId, id, idParams, key, listQuery, pageOf, text } from '../platform/shape.ts';
import { positiveQty, step } from './stock.ts';

const content = {
  storageId: id.check(z.minimum(1, 'Storage is required')),
  scope: z.enum(countScopes),
  isBlind: z.optional(z.boolean()),
  /** For the scope Category. */
  category: z.optional(z.nullable(z.enum(inventoryCategories))),
  /** For the scope Items. */
  itemIds: z.optional(z.array(id).check(z.maxLength(1000))),
  note: z.optional(text(300)),
};

const numberOrNull = z.nullable(z.number());
export const stockCount = z.object({
  id,
  key: z.string(),
  version: z.int(),
  number: z.string(),
  storageId: foreignId,
  storageName: z.string(),
  scope: z.enum(countScopes),
  category: z.string(),
  isBlind: z.boolean(),
  note: z.string(),
  status: z.enum(countStates),
  reason: z.string(),
  lines: z.array(
    z.object({
      itemId: id,
      itemName: z.string(),
      itemCode: z.string(),
      unit: z.string(),
      /** The stock when the line was counted; null during a blind count. */
      expected: numberOrNull,
      counted: numberOrNull,
      countedAt: z.nullable(z.string()),
      variance: numberOrNull,
      varianceValue: z.nullable(z.int()),
      reason: z.string(),
    }),
  ),
  countedLines: z.int(),
  lineCount: z.int(),
  /** Laari; null during a blind count. */
  varianceValue: z.nullable(z.int()),
  steps: z.array(step),
  startedAt: z.nullable(z.string()),
  postedAt: z.nullable(z.string()),
  createdAt: z.string(),
  createdByName: z.string(),
});
export type StockCount = z.infer<typeof stockCount>;

const access = { who: 'member' as const, anyOf: ['Inventory' as const] };
const writing = { ...access, allOf: ['stock.count' as const] };

export const listCounts = defineEndpoint({
  key: 'count.list',
  method: 'GET',
  path: '/ims/counts/list',
  summary: 'Lists stock counts without their lines',
  access,
  query: z.extend(listQuery, { status: z.optional(z.string()) }),
  answer: z.union([pageOf(stockCount), z.array(stockCount)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const findCount = defineEndpoint({
  key: 'count.find',
  method: 'GET',
  path: '/ims/counts/find/:id',
  summary: 'Returns one stock count with its lines, by id or key',
  access,
  params: idParams,
  answer: stockCount,
  refusals: ['notFound'],
});

export const createCount = defineEndpoint({
  key: 'count.create',
  method: 'POST',
  path: '/ims/count/create',
  summary: 'Plans a count of a storage; its lines are created when it starts',
  access: writing,
  body: z.object({ key, ...content }),
  answer: stockCount,
  refusals: ['invalid', 'notFound', 'keyReused'],
});

export const updateCount = defineEndpoint({
  key: 'count.update',
  method: 'PUT',
  path: '/ims/count/update',
  summary: 'Changes the plan of a count that has not started',
  access: writing,
  body: z.object({ id: z.union([id, key]), version: z.int(), ...content }),
  answer: stockCount,
  refusals: ['notFound', 'invalid', 'stateForbids', 'versionOld'],
});

export const deleteCount = defineEndpoint({
  key: 'count.delete',
  method: 'DELETE',
  path: '/ims/count/delete/:id',
  summary: 'Removes a planned or cancelled count from the list',
  access: writing,
  params: idParams,
  refusals: ['notFound', 'stateForbids'],
});

export const saveCountLines = defineEndpoint({
  key: 'count.lines',
  method: 'PUT',
  path: '/ims/count/lines',
  summary: 'Saves counted quantities; other lines are unchanged, so that several people can count at once',
  access: writing,
  body: z.object({
    id: z.union([id, key]),
    lines: z
      .array(
        z.object({
          itemId: id,
          counted: z.nullable(positiveQty),
          /** When it was counted; absent: now. */
          countedAt: z.optional(z.string()),
          reason: z.optional(text(200)),
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  answer: stockCount,
  refusals: ['notFound', 'invalid', 'stateForbids'],
});

export const stepCount = defineEndpoint({
  key: 'count.status',
  method: 'PUT',
  path: '/ims/count/status',
  summary:
    'Starts, reviews, posts or cancels a count; posting writes the variances, adjusted for movements during the count',
  access: writing,
  body: z.object({ id: z.union([id, key]), status: z.enum(countStates), reason: z.optional(text(200)) }),
  answer: stockCount,
  refusals: ['notFound', 'stateForbids', 'nothingCounted'],
});
