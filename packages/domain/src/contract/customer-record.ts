/** What happens to a customer's record as a whole: doubles are merged, a person's data is given out or erased. Source: docs/rules.md#customers. */
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

/** A customer beside others that may be the same person. */
export const customerBeside = z.object({
  id,
  code: z.string(),
  name: z.string(),
  phone: z.string(),
  phone2: z.string(),
  email: z.string(),
  company: z.string(),
  createdAt: z.string(),
});
export type CustomerBeside = z.infer<typeof customerBeside>;

/** Why customers are likely to be one. */
export const doubleReasons = ['Phone', 'Email', 'Name'] as const;

export const customerDoubles = z.object({
  groups: z.array(z.object({ reason: z.enum(doubleReasons), customers: z.array(customerBeside) })),
  /** false: there are more customers than the latest that were looked through, or more groups than are answered. */
  isWhole: z.boolean(),
});
export type CustomerDoubles = z.infer<typeof customerDoubles>;

export const findDoubles = defineEndpoint({
  key: 'customer.doubles',
  method: 'GET',
  path: '/crm/customers/doubles',
  summary: 'Customers with the same phone, email or name, among the latest 10,000; at most 100 groups',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  answer: customerDoubles,
  refusals: [],
});

/** What a merge would do: `taken` are keys of fields that the first gets from the second, `left` those of the second that are given up. */
export const mergePreview = z.object({
  bills: z.int(),
  taken: z.array(z.string()),
  left: z.array(z.string()),
  /** The second as it is, and the first as it would be. */
  from: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const previewMerge = defineEndpoint({
  key: 'customer.previewMerge',
  method: 'GET',
  path: '/crm/customer/merge',
  summary: 'What would move if one were made of two; nothing is written',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  query: z.object({ toId: z.string().check(z.regex(/^\d{1,15}$/)), fromId: z.string().check(z.regex(/^\d{1,15}$/)) }),
  answer: mergePreview,
  refusals: ['notFound', 'invalid'],
});

/** Everything that is kept of a person, to be handed to them. */
export const personalData = z.object({
  customer: z.record(z.string(), z.unknown()),
  /** What was made one with it and stands for itself no more. */
  doubles: z.array(z.record(z.string(), z.unknown())),
  /** How many there are; the latest 1000 are listed. */
  billCount: z.int(),
  bills: z.array(
    z.object({
      number: z.int(),
      invoiceNumber: z.nullable(z.string()),
      createdAt: z.string(),
      total: z.int(),
      /** Name, phone and place of a delivery; '' for none. */
      deliveredTo: z.string(),
    }),
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
