/** The calls of points. */
import * as contract from '@atoll/domain/contract/people/points';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { pointsTier } from '@atoll/domain/resources/points-tier';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { adjustPoints } from './adjust.ts';
import { expirePoints } from './due.ts';
import { pointsRuleHooks, pointsTierHooks } from './hooks.ts';
import { listPoints, pointsLedger, pointsSorts } from './list.ts';

/** Registers the calls of points, their rules and tiers. */
export function registerPoints(app: FastifyInstance, { store, clock }: Services): void {
  registerResource(app, pointsRule, pointsRuleHooks);
  registerResource(app, pointsTier, pointsTierHooks);
  route(app, contract.listPoints, ({ actor, query }) =>
    listPoints(store, actor.outletId, readList(query, pointsSorts), query, clock()),
  );
  route(app, contract.pointsOfCustomer, ({ actor, params }) => pointsLedger(store, actor.outletId, params.id, clock()));
  route(app, contract.adjustPoints, async ({ actor, body }) => {
    await adjustPoints(store, actor, body);
    return pointsLedger(store, actor.outletId, String(body.customerId), clock());
  });
  route(app, contract.expirePoints, async ({ actor, body }) => {
    await expirePoints(store, actor, body);
    return pointsLedger(store, actor.outletId, String(body.customerId), clock());
  });
}
