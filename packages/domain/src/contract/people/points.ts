/** Points of customers. Source: docs/rules.md#points. */
import * as z from 'zod/mini';
import { maxPoints, pointEntryTypes } from '../../points/points.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, idParams, instant, key, listQuery, pageOf, requiredText } from '../platform/shape.ts';

const holder = z.object({
  /** The customer. */
  id,
  key: z.string(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  phone: z.string(),
  points: z.int(),
  /** Points that are older than `PointsExpiryMonths` and not spent; absent where points do not expire. */
  due: z.optional(z.int()),
});
export type PointsHolder = z.infer<typeof holder>;

const pointEntry = z.object({
  id,
  at: instant,
  type: z.enum(pointEntryTypes),
  points: z.int(),
  balanceAfter: z.int(),
  billId: z.nullable(id),
  reference: z.string(),
  note: z.string(),
  madeByName: z.string(),
});

const pointsLedger = z.extend(holder, { entries: z.array(pointEntry) });
export type PointsLedger = z.infer<typeof pointsLedger>;

export const listPoints = defineEndpoint({
  key: 'points.list',
  method: 'GET',
  path: '/crm/points/list',
  summary: 'Lists the customers who have points, or had some',
  access: { who: 'member', anyOf: ['Customers'] },
  query: z.extend(listQuery, { due: z.optional(z.string()) }),
  answer: z.union([pageOf(holder), z.array(holder)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const pointsOfCustomer = defineEndpoint({
  key: 'points.ledger',
  method: 'GET',
  path: '/crm/points/ledger/:id',
  summary: 'Returns the points of a customer with their entries, the latest 1000 first',
  access: { who: 'member', anyOf: ['Customers'] },
  params: idParams,
  answer: pointsLedger,
  refusals: ['notFound'],
});

const points = z
  .int()
  .check(z.minimum(-maxPoints), z.maximum(maxPoints))
  .check(z.refine((n) => n !== 0, 'Type how many points'));

export const adjustPoints = defineEndpoint({
  key: 'points.adjust',
  method: 'POST',
  path: '/crm/points/adjust',
  summary: 'Corrects the points of a customer by a signed number, once for each key',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['points.adjust'] },
  body: z.object({ key, customerId: id, points, reason: requiredText(3, 200) }),
  answer: pointsLedger,
  refusals: ['notFound', 'keyReused'],
});

export const expirePoints = defineEndpoint({
  key: 'points.expire',
  method: 'POST',
  path: '/crm/points/expire',
  summary: 'Takes the points that are due to expire off a customer, once for each key',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['points.adjust'] },
  body: z.object({ key, customerId: id, reason: requiredText(3, 200) }),
  answer: pointsLedger,
  refusals: ['notFound', 'keyReused', 'stateForbids'],
});
