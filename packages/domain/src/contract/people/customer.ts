/** Customers as a till reads and creates them. Source: docs/rules.md#customers. */
import * as z from 'zod/mini';
import { customer as customerResource } from '../../resources/customer.ts';
import type { Endpoint } from '../platform/endpoint.ts';
import { endpointsOf } from '../platform/resource.ts';
import { id, type idParams, key, type listQuery, pageOf, text } from '../platform/shape.ts';

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
  /** 'YYYY-MM-DD'. Absent: the server is of an earlier release. */
  birthday: z.optional(z.nullable(z.string())),
  isVip: z.optional(z.boolean()),
  addresses: z.optional(
    z.array(
      z.object({
        label: z.optional(z.string()),
        line: z.optional(z.string()),
        area: z.optional(z.string()),
        landmark: z.optional(z.string()),
        isDefault: z.optional(z.boolean()),
      }),
    ),
  ),
  allergies: z.optional(z.string()),
  /** Absent: the server is of an earlier release. */
  groupId: z.optional(z.int()),
  accountId: z.optional(z.int()),
  discountPct: z.optional(z.nullable(z.number())),
  loyaltyPoints: z.optional(z.int()),
  createdAt: z.string(),
});
export type Customer = z.infer<typeof customer>;

type CustomerEndpoint<Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType> = Endpoint<
  typeof idParams,
  Q,
  B,
  A
>;

const newCustomer = z.object({
  key,
  name: z.optional(text(120)),
  phone: z.optional(text(30)),
  email: z.optional(text(120)),
  type: z.optional(z.enum(['Personal', 'Business'])),
  company: z.optional(text(120)),
  tin: z.optional(text(20)),
  address: z.optional(text(300)),
  note: z.optional(text(500)),
});
const listed = z.union([pageOf(customer), z.array(customer)]);

// The endpoints of the entity, typed with the fields that a till reads and sends.
const own = endpointsOf(customerResource);
export const listCustomers = own.list as unknown as CustomerEndpoint<typeof listQuery, z.ZodMiniType, typeof listed>;
export const findCustomer = own.find as unknown as CustomerEndpoint<z.ZodMiniType, z.ZodMiniType, typeof customer>;
export const createCustomer = own.create as unknown as CustomerEndpoint<
  z.ZodMiniType,
  typeof newCustomer,
  typeof customer
>;
