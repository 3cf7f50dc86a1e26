/** Handing bills to another waiter. Source: R35.77. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, key } from '../platform/shape.ts';
import { bill } from './bill.ts';

export const handBills = defineEndpoint({
  key: 'bill.hand',
  method: 'PUT',
  path: '/bis/bill/hand',
  summary: 'Hands bills, or all open bills of a person, to another waiter, who is notified',
  access: { who: 'member', anyOf: ['bill.open', 'bill.transfer.server'] },
  body: z
    .object({
      billIds: z.optional(z.array(z.union([id, key])).check(z.minLength(1), z.maxLength(200))),
      fromUserId: z.optional(id),
      toUserId: id,
    })
    .check(z.refine((body) => (body.billIds === undefined) !== (body.fromUserId === undefined), 'Must be an id')),
  answer: z.array(bill),
  refusals: [
    'notFound',
    'billClosed',
    'billVoid',
    'notEmployed',
    'servedByOther',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
  ],
});

export const listWaiters = defineEndpoint({
  key: 'bill.waiters',
  method: 'GET',
  path: '/bis/bills/waiters',
  summary: 'Returns the people of the outlet to whom a bill can be handed',
  access: { who: 'member', anyOf: ['bill.open', 'bill.transfer.server'] },
  answer: z.array(z.object({ id, name: z.string() })),
  refusals: [],
});
