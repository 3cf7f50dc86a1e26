/** Kitchen tickets in the API. Source: docs/rules.md#kitchen-tickets. */
import * as z from 'zod/mini';
import { kitchenKinds, kitchenTypes } from '../../kitchen/kitchen-ticket.ts';
import { bumpStates, kitchenStates } from '../../kitchen/states.ts';
import { slotTypeNames } from '../../outlet/outlet.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { key } from '../platform/shape.ts';

const kitchenLine = z.object({
  key: z.string(),
  name: z.string(),
  size: z.string(),
  qty: z.number(),
  unit: z.optional(z.string()),
  notes: z.array(z.string()),
  modifiers: z.array(z.string()),
  marks: z.optional(
    z.object({
      allergens: z.optional(z.array(z.string())),
      spicy: z.optional(z.int()),
      isVegetarian: z.optional(z.boolean()),
      isHalal: z.optional(z.boolean()),
    }),
  ),
  isVoid: z.boolean(),
  isDone: z.optional(z.boolean()),
  doneAt: z.optional(z.string()),
  course: z.optional(z.int()),
  set: z.optional(z.string()),
  seat: z.optional(z.int()),
  /** Where the quantity is after splits and transfers; absent: on the bill of the ticket. */
  parts: z.optional(
    z.array(
      z.object({
        key: z.string(),
        qty: z.number(),
        billId: z.int(),
        billKey: z.string(),
        type: z.enum(slotTypeNames),
        slot: z.string(),
      }),
    ),
  ),
});

export const kitchenTicket = z.object({
  key: z.string(),
  number: z.int(),
  station: z.string(),
  type: z.enum(kitchenTypes),
  kind: z.enum(kitchenKinds),
  state: z.enum(kitchenStates),
  billId: z.int(),
  billKey: z.string(),
  slotType: z.enum(slotTypeNames),
  slot: z.string(),
  waiter: z.string(),
  sentBy: z.optional(z.string()),
  covers: z.int(),
  note: z.string(),
  customer: z.string(),
  allergies: z.optional(z.string()),
  lines: z.array(kitchenLine),
  createdAt: z.string(),
  changedAt: z.string(),
  seenAt: z.optional(z.string()),
  readyAt: z.optional(z.string()),
  servedAt: z.optional(z.string()),
  closedBy: z.optional(z.literal('Bill')),
});

/**
 * All open tickets, oldest first, and those that became Served or Void in the last half hour. `since` (epoch ms): only those that changed at or
 * after it, or whose bill did. `bill`: only those with items of that bill.
 */
export const kitchenTickets = defineEndpoint({
  key: 'kitchen.tickets',
  method: 'GET',
  path: '/bis/kitchen/tickets',
  summary:
    'Returns the open tickets of the outlet’s stations, and those that were served or voided in the last half hour',
  access: { who: 'member', anyOf: ['Kitchen', 'New Bill', 'Manage Delivery'] },
  query: z.object({
    since: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    bill: z.optional(key),
  }),
  answer: z.array(kitchenTicket),
  refusals: [],
});

/** What the kitchen waits for: held items, by bill and course, the course that is due first at the top. */
export const kitchenWaiting = defineEndpoint({
  key: 'kitchen.waiting',
  method: 'GET',
  path: '/bis/kitchen/waiting',
  summary: 'Returns the items that open bills hold until their course is fired, by bill and course',
  access: { who: 'member', anyOf: ['Kitchen'] },
  answer: z.array(
    z.object({
      billKey: z.string(),
      slotType: z.enum(slotTypeNames),
      slot: z.string(),
      waiter: z.string(),
      course: z.int(),
      lastFiredAt: z.nullable(z.string()),
      lines: z.array(z.extend(kitchenLine, { station: z.string() })),
    }),
  ),
  refusals: [],
});

/** The open tickets that nobody has touched, the oldest first; none where no kitchen screen is in use. The caller decides by their age which are due. */
export const kitchenUnseen = defineEndpoint({
  key: 'kitchen.unseen',
  method: 'GET',
  path: '/bis/kitchen/unseen',
  summary: 'Returns the open tickets that nobody in the kitchen has touched; none where no kitchen screen is in use',
  access: { who: 'member', anyOf: ['Kitchen', 'New Bill'] },
  answer: z.array(z.pick(kitchenTicket, { key: true, station: true, slotType: true, slot: true, createdAt: true })),
  refusals: [],
});

/**
 * Changes the state of a ticket, or marks lines of it (`lineKeys`) as done, or with `isDone: false` as not done after all, or says that it was seen
 * (`seen`), and returns the ticket. The last line that is done makes it Ready. The same again changes nothing.
 */
export const bumpTicket = defineEndpoint({
  key: 'kitchen.bump',
  method: 'POST',
  path: '/bis/kitchen/bump',
  summary:
    'Changes the state of a ticket, marks lines of it as done, or marks it as seen; the same again changes nothing',
  access: { who: 'member', anyOf: ['Kitchen'] },
  body: z.object({
    key,
    state: z.optional(z.enum(bumpStates)),
    lineKeys: z.optional(z.array(key).check(z.minLength(1), z.maxLength(500))),
    isDone: z.optional(z.boolean()),
    seen: z.optional(z.literal(true)),
  }),
  answer: kitchenTicket,
  refusals: ['notFound', 'ticketState', 'invalid'],
});
