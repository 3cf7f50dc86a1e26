/** Calls on a whole customer record: merge duplicates, export or erase personal data. Source: docs/rules.md#customers. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, idParams, requiredText } from '../platform/shape.ts';
import { customer } from './customer.ts';

export const mergeCustomers = defineEndpoint({
  key: 'customer.merge',
  method: 'PUT',
  path: '/crm/customer/merge',
  summary:
    'Merges two customers: the first gets the bills of the second and the values that it lacks; the second is deactivated',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  body: z.object({ toId: id, fromId: id }),
  answer: customer,
  refusals: ['notFound', 'invalid', 'forbidden'],
});

/** A customer in a group of possible duplicates. */
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
export const duplicateReasons = ['Phone', 'Email', 'Name'] as const;

export const customerDuplicates = z.object({
  groups: z.array(z.object({ reason: z.enum(duplicateReasons), customers: z.array(customerBeside) })),
  /** False when there are more customers than were searched, or more groups than are returned. */
  isWhole: z.boolean(),
});
export type CustomerDuplicates = z.infer<typeof customerDuplicates>;

export const findDuplicates = defineEndpoint({
  key: 'customer.doubles',
  method: 'GET',
  path: '/crm/customers/doubles',
  summary: 'Returns customers with the same phone, email or name, among the latest 10,000; at most 100 groups',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  answer: customerDuplicates,
  refusals: [],
});

/** Preview of a merge: `taken` are the keys of fields that the first gets from the second, `left` those whose values in the second are lost. */
export const mergePreview = z.object({
  bills: z.int(),
  taken: z.array(z.string()),
  left: z.array(z.string()),
  /** The second customer as it is, and the first as it would be after the merge. */
  from: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const previewMerge = defineEndpoint({
  key: 'customer.previewMerge',
  method: 'GET',
  path: '/crm/customer/merge',
  summary: 'Previews a merge of two customers; writes nothing',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  query: z.object({ toId: z.string().check(z.regex(/^\d{1,15}$/)), fromId: z.string().check(z.regex(/^\d{1,15}$/)) }),
  answer: mergePreview,
  refusals: ['notFound', 'invalid'],
});

/** All stored data of a person, for handing it to them. */
export const personalData = z.object({
  customer: z.record(z.string(), z.unknown()),
  /** Customers that were merged into it. */
  doubles: z.array(z.record(z.string(), z.unknown())),
  /** The number of bills; `bills` has the latest 1000. */
  billCount: z.int(),
  bills: z.array(
    z.object({
      number: z.int(),
      invoiceNumber: z.nullable(z.string()),
      createdAt: z.string(),
      total: z.int(),
      /** Name, phone and address of a delivery; '' without one. */
      deliveredTo: z.string(),
      /** What the guests must not eat, as staff typed it on the bill; '' for nothing. */
      allergies: z.string(),
      /** What staff typed for the bill and for its items. */
      notes: z.array(z.string()),
    }),
  ),
});
export type PersonalData = z.infer<typeof personalData>;

export const findPersonalData = defineEndpoint({
  key: 'customer.personal',
  method: 'GET',
  path: '/crm/customer/personal/:id',
  summary: 'Returns all stored data of a customer, with the latest 1000 bills',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['export'] },
  params: idParams,
  answer: personalData,
  refusals: ['notFound'],
});

export const erasePersonalData = defineEndpoint({
  key: 'customer.erase',
  method: 'PUT',
  path: '/crm/customer/erase',
  summary: 'Erases the personal data of a customer; the bills stay, without a name. Cannot be undone',
  access: { who: 'member', anyOf: ['Customers'], allOf: ['customer.merge'] },
  body: z.object({ id, reason: requiredText(3, 200) }),
  refusals: ['notFound', 'invalid'],
});
