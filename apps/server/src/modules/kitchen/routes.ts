/** API calls of the kitchen. */
import * as contract from '@atoll/domain/contract/bill/kitchen';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { type AllMade, bump } from './bump.ts';
import { findTickets } from './find.ts';

/** Registers the calls of the kitchen. `allMade` is called when all items of a bill are made. */
export function registerKitchen(app: FastifyInstance, { store }: Services, allMade: AllMade): void {
  route(app, contract.kitchenTickets, ({ actor, now, query }) => findTickets(store, actor, now, query));
  route(app, contract.bumpTicket, ({ actor, body }) => bump(store, actor, body, allMade));
}
