/** The calls of stock requests, and their schemas. Quantities are in the item's stock unit with at most 3 decimals. Source: docs/rules.md#stock-requests. */
import * as z from 'zod/mini';
import { requestPriorities, requestPurposes, requestStates } from '../../stock/request.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, foreignId, id, idParams, key, listQuery, pageOf, quantity, text } from '../platform/shape.ts';
import { positiveQty, step } from './stock.ts';

const content = {
  purpose: z.enum(requestPurposes),
  /** 0 for a purchase. */
  fromStorageId: foreignId,
  toStorageId: id.check(z.minimum(1, 'To storage is required')),
  neededBy: z.optional(z.nullable(calendarDate)),
  priority: z.optional(z.enum(requestPriorities)),
  note: z.optional(text(300)),
  lines: z
    .array(
      z.object({
        itemId: id,
        qtyRequested: quantity.check(z.minimum(0.001, 'Quantity must be more than 0')),
        note: z.optional(text(200)),
      }),
    )
    .check(z.minLength(1, 'Add at least one line'), z.maxLength(200)),
};

const qtyOrNull = z.nullable(z.number());
export const stockRequest = z.object({
  id,
  key: z.string(),
  version: z.int(),
  number: z.string(),
  purpose: z.enum(requestPurposes),
  fromStorageId: foreignId,
  fromStorageName: z.string(),
  toStorageId: foreignId,
  toStorageName: z.string(),
  neededBy: z.nullable(z.string()),
  priority: z.enum(requestPriorities),
  note: z.string(),
  status: z.enum(requestStates),
  reason: z.string(),
  lines: z.array(
    z.object({
      id,
      itemId: id,
      itemName: z.string(),
      unit: z.string(),
      qtyRequested: z.number(),
      qtyApproved: qtyOrNull,
      qtyIssued: qtyOrNull,
      qtyReceived: qtyOrNull,
      /** The quantity on hand in the storage that issues the goods; null for a purchase. */
      onHand: qtyOrNull,
      note: z.string(),
    }),
  ),
  steps: z.array(step),
  createdAt: z.string(),
  createdBy: z.nullable(z.int()),
  createdByName: z.string(),
});
export type StockRequest = z.infer<typeof stockRequest>;

const member = { who: 'member', anyOf: ['Inventory'] } as const;

export const listRequests = defineEndpoint({
  key: 'request.list',
  method: 'GET',
  path: '/ims/requests/list',
  summary: 'Lists stock requests',
  access: { ...member, anyOf: ['Inventory'] },
  query: z.extend(listQuery, { status: z.optional(z.string()), purpose: z.optional(z.string()) }),
  answer: z.union([pageOf(stockRequest), z.array(stockRequest)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const findRequest = defineEndpoint({
  key: 'request.find',
  method: 'GET',
  path: '/ims/requests/find/:id',
  summary: 'Returns one stock request by id or key',
  access: { ...member, anyOf: ['Inventory'] },
  params: idParams,
  answer: stockRequest,
  refusals: ['notFound'],
});

export const createRequest = defineEndpoint({
  key: 'request.create',
  method: 'POST',
  path: '/ims/request/create',
  summary: 'Creates a request for goods from a storage or a vendor, as a draft',
  access: { ...member, anyOf: ['Inventory'] },
  body: z.object({ key, ...content }),
  answer: stockRequest,
  refusals: ['invalid', 'notFound', 'keyReused'],
});

export const updateRequest = defineEndpoint({
  key: 'request.update',
  method: 'PUT',
  path: '/ims/request/update',
  summary: 'Changes a draft',
  access: { ...member, anyOf: ['Inventory'] },
  body: z.object({ id: z.union([id, key]), version: z.int(), ...content }),
  answer: stockRequest,
  refusals: ['notFound', 'invalid', 'stateForbids', 'versionOld'],
});

export const deleteRequest = defineEndpoint({
  key: 'request.delete',
  method: 'DELETE',
  path: '/ims/request/delete/:id',
  summary: 'Removes a draft or an ended request from the list',
  access: { ...member, anyOf: ['Inventory'] },
  params: idParams,
  refusals: ['notFound', 'stateForbids'],
});

export const stepRequest = defineEndpoint({
  key: 'request.status',
  method: 'PUT',
  path: '/ims/request/status',
  summary: 'Takes the next step of a request, with quantities; issuing and receiving move stock',
  access: { ...member, anyOf: ['Inventory'] },
  body: z.object({
    id: z.union([id, key]),
    status: z.enum(requestStates),
    /** The version that the sender saw; refused when the request has changed since. */
    version: z.optional(z.int()),
    reason: z.optional(text(200)),
    /** When closing: whether the missing goods were returned to the source or lost. */
    shortage: z.optional(z.enum(['Lost', 'Returned'])),
    lines: z.optional(z.array(z.object({ id, qty: positiveQty })).check(z.maxLength(200))),
  }),
  answer: stockRequest,
  refusals: [
    'notFound',
    'invalid',
    'stateForbids',
    'reasonMissing',
    'stockShort',
    'ownRequest',
    'forbidden',
    'versionOld',
  ],
});
