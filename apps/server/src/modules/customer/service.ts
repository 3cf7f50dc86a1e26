/** Creation of customers without an API call: for demo data and other modules. Source: docs/rules.md#customers. */
import type { Customer, createCustomer as createContract } from '@atoll/domain/contract/people/customer';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { customer } from '@atoll/domain/resources/customer';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { createRecord, type NewRecord } from '../../resource/write.ts';
import { customerHooks } from './hooks.ts';

export { customerHooks } from './hooks.ts';
export { localNumber } from './local-number.ts';
export type NewCustomer = BodyOf<typeof createContract>;

const customers: Resource = { definition: customer, hooks: customerHooks };

/** Creates a customer, or returns the one that the same key created. Refused: 'invalid', 'keyReused'. */
export async function createCustomer(store: Store, actor: Actor, body: NewCustomer): Promise<Customer> {
  return (await createRecord(store, actor, customers, body as NewRecord)) as unknown as Customer;
}
