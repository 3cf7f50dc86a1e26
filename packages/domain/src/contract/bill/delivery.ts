/** Deliveries and takeaways in the API. Source: docs/rules.md#deliveries. */
import * as z from 'zod/mini';
import { deliveryChannels, deliveryStatuses } from '../../bill/bill-delivery.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { foreignId, id, instant, key, listQuery, money, pageOf, text } from '../platform/shape.ts';
import { bill } from './bill.ts';

const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

/** Details of a delivery; absent fields are unchanged. Without `fee` the fee of the zone applies. */
export const deliveryInput = z.object({
  name: z.optional(text(120)),
  /** At least five digits, and otherwise only + - ( ) and spaces. A stored one of an earlier release may be sent unchanged. */
  phone: z.optional(text(30)),
  address: z.optional(text(300)),
  landmark: z.optional(text(120)),
  zoneId: z.optional(foreignId),
  fee: z.optional(money),
  channel: z.optional(z.enum(deliveryChannels)),
  promisedAt: maybe(instant),
  note: z.optional(text(300)),
  allergies: z.optional(text(200)),
  /** 0 or null removes the rider; `riderName` is for a rider who is not a user. */
  riderId: maybe(foreignId),
  riderName: z.optional(text(80)),
});

/** Changes the details of a delivery, its status, or both. Cancelling or rejecting an order voids its bill while it is open. */
export const changeDelivery = defineEndpoint({
  key: 'delivery.change',
  method: 'PUT',
  path: '/bis/bill/delivery',
  summary: 'Changes details, rider and status of a delivery; returns the bill. The same status again changes nothing',
  access: { who: 'member', anyOf: ['Manage Delivery', 'bill.open'] },
  body: z.extend(deliveryInput, {
    billId: z.union([id, key]),
    deliveryStatus: z.optional(z.enum(deliveryStatuses)),
    reason: z.optional(text(200)),
  }),
  answer: bill,
  refusals: [
    'servedByOther',
    'notFound',
    'notDelivery',
    'deliveryStep',
    'deliveryEnded',
    'orderEmpty',
    'reasonMissing',
    'zoneUnknown',
    'riderUnknown',
    'phoneInvalid',
    'billClosed',
    'billVoid',
    'forbidden',
  ],
});

/** Bills of deliveries and takeaways; `status` is a delivery status, 'Active' or 'Ended'. `userId` is the rider. */
export const listDeliveries = defineEndpoint({
  key: 'delivery.list',
  method: 'GET',
  path: '/bis/deliveries/list',
  summary: 'Lists bills of deliveries and takeaways, filtered by type, status, customer, shift or user',
  access: { who: 'member', anyOf: ['Manage Delivery'] },
  query: z.extend(listQuery, {
    type: z.optional(z.string()),
    status: z.optional(z.string()),
    customerId: z.optional(z.string()),
    shiftId: z.optional(z.string()),
    userId: z.optional(z.string()),
  }),
  answer: z.union([pageOf(bill), z.array(bill)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

/** The possible riders: the outlet's active users, by name. */
export const listRiders = defineEndpoint({
  key: 'delivery.riders',
  method: 'GET',
  path: '/bis/deliveries/riders',
  summary: 'Returns the outlet’s users, to choose a rider from',
  access: { who: 'member', anyOf: ['Manage Delivery', 'New Bill'] },
  answer: z.array(z.object({ id, name: z.string() })),
  refusals: [],
});

/** The cash that the riders of a shift collected and have to hand in before it is closed. */
export const riderCash = defineEndpoint({
  key: 'delivery.riderCash',
  method: 'GET',
  path: '/bis/deliveries/cash/:id',
  summary: 'Returns the cash of a shift’s riders: handed in, and still to hand in',
  access: { who: 'member', anyOf: ['Manage Delivery', 'Close Shift'] },
  params: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  answer: z.array(
    z.object({
      riderId: z.nullable(z.int()),
      riderName: z.string(),
      deliveries: z.int(),
      handedIn: money,
      toHandIn: money,
    }),
  ),
  refusals: [],
});
