/** API calls of customers. */

import type { Customer } from '@atoll/domain/contract/people/customer';
import * as contract from '@atoll/domain/contract/people/customer-record';
import { customer } from '@atoll/domain/resources/customer';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { findDuplicates } from './duplicates.ts';
import { customerHooks } from './hooks.ts';
import { mergeCustomers, previewMerge } from './merge.ts';
import { eraseCustomer, findPersonalData } from './personal.ts';

/** Registers the calls of customers. */
export function registerCustomer(app: FastifyInstance, { store }: Services): void {
  registerResource(app, customer, customerHooks);
  route(app, contract.findDuplicates, ({ actor }) => findDuplicates(store, actor.outletId));
  route(app, contract.previewMerge, ({ actor, query }) =>
    previewMerge(store, actor.outletId, Number(query.toId), Number(query.fromId)),
  );
  route(
    app,
    contract.mergeCustomers,
    async ({ actor, body }) => (await mergeCustomers(store, actor, body.toId, body.fromId)) as unknown as Customer,
  );
  route(app, contract.findPersonalData, ({ actor, params }) => findPersonalData(store, actor, params.id));
  route(app, contract.erasePersonalData, async ({ actor, body }) => {
    await eraseCustomer(store, actor, body.id, body.reason);
    return undefined;
  });
}
