/** The calls of orders. */
import * as contract from '@atoll/domain/contract/bill/order';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { viewed } from '../bill/service.ts';
import { cancelOrder, createOrder, openOrder } from './commands.ts';
import { findOrder, listOrders, orderSorts } from './list.ts';
import { payOrder } from './pay.ts';

/** Registers the calls of orders. */
export function registerOrder(app: FastifyInstance, { store, clock }: Services): void {
  route(app, contract.createOrder, async ({ actor, body }) =>
    findOrder(store, actor.outletId, await createOrder(store, actor, body)),
  );
  route(app, contract.payOrder, async ({ actor, body }) => viewed(actor, await payOrder(store, actor, body)));
  route(app, contract.openOrder, async ({ actor, body }) => viewed(actor, await openOrder(store, actor, body)));
  route(app, contract.cancelOrder, async ({ actor, body }) =>
    findOrder(store, actor.outletId, await cancelOrder(store, actor, body)),
  );
  route(app, contract.listOrders, ({ actor, query }) =>
    listOrders(store, actor.outletId, readList(query, orderSorts), query, clock()),
  );
  route(app, contract.findOrder, ({ actor, params }) => findOrder(store, actor.outletId, params.id));
}
