/** Joining slots to a bill. Source: R23.8. */
import * as z from 'zod/mini';
import { maxJoinedSlots } from '../../bill/split/join.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, key } from '../platform/shape.ts';
import { bill, slotRef } from './bill.ts';

export const joinSlots = defineEndpoint({
  key: 'bill.join',
  method: 'PUT',
  path: '/bis/bill/join',
  summary: 'Joins slots of the same type to a bill: the whole list, empty to take them apart; returns the bill',
  access: { who: 'member', anyOf: ['bill.transfer'] },
  body: z.object({
    billId: z.union([id, key]),
    slots: z.array(slotRef.shape.slot).check(z.maxLength(maxJoinedSlots)),
  }),
  answer: bill,
  refusals: [
    'servedByOther',
    'notFound',
    'billClosed',
    'billVoid',
    'tooManyJoined',
    'joinedSlotTaken',
    'slotTypeUnknown',
    'slotOutOfRange',
  ],
});
