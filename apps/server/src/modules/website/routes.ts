/** The calls of the website editor, and the public pages. */
import * as contract from '@atoll/domain/contract/outlet/website';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { slotCodes } from './codes.ts';
import { serveSites } from './public.ts';
import { findSite, previewPath, publishSite, restoreSite, takeSiteOffline, updateSite } from './service.ts';

/** Registers the calls of the website. */
export function registerWebsite(app: FastifyInstance, services: Services): void {
  const { store, config } = services;
  // The address for guests: the configured one, or the one of this request.
  const originOf = (request: FastifyRequest): string => config.publicUrl ?? `${request.protocol}://${request.host}`;
  route(app, contract.findSite, ({ actor, now }) => findSite(store, actor.outletId, now));
  route(app, contract.updateSite, ({ actor, body, now }) => updateSite(store, actor, body, now));
  route(app, contract.publishSite, ({ actor, body, now }) => publishSite(store, actor, body.at, now));
  route(app, contract.takeSiteOffline, ({ actor, now }) => takeSiteOffline(store, actor, now));
  route(app, contract.restoreSite, ({ actor, body, now }) => restoreSite(store, actor, body.id, now));
  route(app, contract.siteCodes, ({ actor, request }) => slotCodes(store, actor.outletId, originOf(request)));
  route(app, contract.previewSite, async ({ actor }) => ({ path: await previewPath(store, actor) }));
  serveSites(app, services);
}
