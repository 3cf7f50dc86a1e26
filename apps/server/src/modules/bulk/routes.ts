/** The bulk call of every entity. */
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { type BulkBody, bulkWrite } from './bulk.ts';

/** Registers the bulk calls. Every entity must be registered before. */
export function registerBulk(app: FastifyInstance, { store }: Services): void {
  for (const resource of app.resources.values())
    route(app, endpointsOf(resource.definition).bulk, async ({ actor, body }) => ({
      rows: await bulkWrite(store, actor, resource, body as BulkBody),
    }));
}
