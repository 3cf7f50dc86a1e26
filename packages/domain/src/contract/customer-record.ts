/** What happens to a customer's record as a whole: doubles are merged, a person's data is given out or erased. Source: decisions B3. */
import * as z from 'zod/mini';
import { customer } from './customer.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, idParams, requiredText } from './shape.ts';

export const mergeCustomers = defineEndpoint({
  key: 'customer.merge',
  method: 'PUT',
  path: '/crm/customer/merge',
  summary: 'Make one of two: the bills and what the first lacks come from the second, which is put out of use',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  body: z.object({ toId: id, fromId: id }),
  answer: customer,
  refusals: ['notFound', 'invalid'],
});

/** Everything that is kept of a person, to be handed to them. */
export const personalData = z.object({
  customer: z.record(z.string(), z.unknown()),
  bills: z.array(
    z.object({ number: z.int(), invoiceNumber: z.nullable(z.string()), createdAt: z.string(), total: z.int() }),
  ),
});
export type PersonalData = z.infer<typeof personalData>;

export const findPersonalData = defineEndpoint({
  key: 'customer.personal',
  method: 'GET',
  path: '/crm/customer/personal/:id',
  summary: 'All that is kept of a customer, with the latest 1000 bills',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['export'] },
  params: idParams,
  answer: personalData,
  refusals: ['notFound'],
});

export const erasePersonalData = defineEndpoint({
  key: 'customer.erase',
  method: 'PUT',
  path: '/crm/customer/erase',
  summary: 'Erase what is personal of a customer; the bills stay, without a name. It cannot be undone',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  body: z.object({ id, reason: requiredText(3, 200) }),
  refusals: ['notFound', 'invalid'],
});
