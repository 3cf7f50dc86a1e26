/** API calls of the kitchen. */
import * as contract from '@atoll/domain/contract/bill/kitchen';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerStations } from '../station/service.ts';
import { type AllMade, bump } from './bump.ts';
import { findTickets, findUnseen } from './find.ts';
import { keepScreenUse } from './screen-use.ts';
import { findWaiting } from './waiting.ts';

/** Registers the calls of the kitchen and its stations. `allMade` is called when all items of a bill are made. */
export function registerKitchen(app: FastifyInstance, services: Services, allMade: AllMade): void {
  const { store } = services;
  registerStations(app);
  const shown = keepScreenUse(app, services);
  route(app, contract.kitchenTickets, ({ actor, now, query }) => {
    // A till asks for the tickets of its bill only.
    if (query.bill === undefined && actor.permissions.has('Kitchen')) shown(actor.outletId);
    return findTickets(store, actor, now, query);
  });
  route(app, contract.kitchenWaiting, ({ actor }) => findWaiting(store, actor.outletId));
  route(app, contract.kitchenUnseen, ({ actor, now }) => findUnseen(store, actor, now));
  route(app, contract.bumpTicket, ({ actor, body }) => bump(store, actor, body, allMade));
}
