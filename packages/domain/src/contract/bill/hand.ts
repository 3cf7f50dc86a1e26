/** Handing bills to another waiter. Source: R23.6, R35.77. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, key } from '../platform/shape.ts';
import { bill } from './bill.ts';

export const handBills = defineEndpoint({
  key: 'bill.hand',
  method: 'PUT',
  path: '/bis/bill/hand',
  summary:
    'Hands bills, or all open bills of a person or of a section of the floor, to another waiter, who is notified and serves that section from then on',
  access: { who: 'member', anyOf: ['bill.open', 'bill.transfer.server'] },
  body: z
    .object({
      billIds: z.optional(z.array(z.union([id, key])).check(z.minLength(1), z.maxLength(200))),
      fromUserId: z.optional(id),
      sectionId: z.optional(id),
      toUserId: id,
    })
    .check(
      z.refine(
        ({ billIds, fromUserId, sectionId }) =>
          [billIds, fromUserId, sectionId].filter((one) => one !== undefined).length === 1,
        'Must be an id',
      ),
    ),
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
  summary: 'Returns the people of the outlet who open bills: a bill or a section of the floor can be handed to them',
  access: { who: 'member', anyOf: ['bill.open', 'bill.transfer.server', 'settings.manage'] },
  answer: z.array(z.object({ id, name: z.string() })),
  refusals: [],
});
