/** Customers as the bill needs them: found and made in place. Source: api.md crm, decisions B3. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id, idParams, key, listQuery, pageOf, text } from './shape.ts';

export const customer = z.object({
  id,
  key: z.string(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  type: z.enum(['Personal', 'Business']),
  company: z.string(),
  tin: z.string(),
  address: z.string(),
  note: z.string(),
  createdAt: z.string(),
});
export type Customer = z.infer<typeof customer>;

export const listCustomers = defineEndpoint({
  key: 'customer.list',
  method: 'GET',
  path: '/crm/customers/list',
  summary: 'Customers, searched by name, phone or code',
  access: { who: 'member', anyOf: ['Customers', 'New Bill'] },
  query: listQuery,
  answer: z.union([pageOf(customer), z.array(customer)]),
  refusals: ['pageSizeUnknown'],
});

export const findCustomer = defineEndpoint({
  key: 'customer.find',
  method: 'GET',
  path: '/crm/customers/find/:id',
  summary: 'One customer by id or key',
  access: { who: 'member', anyOf: ['Customers', 'New Bill'] },
  params: idParams,
  answer: customer,
  refusals: ['notFound'],
});

export const createCustomer = defineEndpoint({
  key: 'customer.create',
  method: 'POST',
  path: '/crm/customer/create',
  summary: 'Make a customer; name or phone is enough; the same key answers the same customer',
  access: { who: 'member', anyOf: ['Customers', 'New Bill'] },
  body: z.object({
    key,
    name: z.optional(text(120)),
    phone: z.optional(text(30)),
    email: z.optional(text(120)),
    type: z.optional(z.enum(['Personal', 'Business'])),
    company: z.optional(text(120)),
    tin: z.optional(text(20)),
    address: z.optional(text(300)),
    note: z.optional(text(500)),
  }),
  answer: customer,
  refusals: ['invalid', 'keyReused'],
});
