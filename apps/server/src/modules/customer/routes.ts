/** The calls of customers. */
import * as contract from '@atoll/domain/contract/customer';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { createCustomer, customerSorts, findCustomer, listCustomers } from './service.ts';

/** Registers the calls of customers. */
export function registerCustomer(app: FastifyInstance, { store }: Services): void {
  route(app, contract.listCustomers, ({ actor, query }) =>
    listCustomers(store, actor.outletId, readList(query, customerSorts)),
  );
  route(app, contract.findCustomer, ({ actor, params }) => findCustomer(store, actor.outletId, params.id));
  route(app, contract.createCustomer, ({ actor, body }) => createCustomer(store, actor, body));
}
