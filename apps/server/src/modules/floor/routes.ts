/** Routes of the floor plan. An unchanged plan is answered with 304. */
import * as contract from '@atoll/domain/contract/outlet/floor';
import type { FloorPlan } from '@atoll/domain/outlet/floor/floor-plan';
import type { FastifyInstance } from 'fastify';
import { hasTag, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { findFloor, saveFloor } from './floor-plan.ts';

/** Returns a plan as the API sends it. */
const present = ({ version, sections, places }: FloorPlan) => ({
  version,
  sections: [...sections],
  places: [...places],
});

/** Registers the routes of the floor plan. */
export function registerFloor(app: FastifyInstance, { store }: Services): void {
  route(app, contract.getFloor, async ({ actor, request, reply }) => {
    const plan = await findFloor(store, actor.outletId);
    const etag = `"floor-${actor.outletId}-${plan.version}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'authorization, x-outlet-id');
    if (hasTag(request, etag)) return reply.code(304).send();
    return present(plan);
  });

  route(app, contract.saveFloor, async ({ actor, body }) => present(await saveFloor(store, actor, body)));
}
