/** The calls of every entity, registered from its definition. */
import { endpointsOf } from '@atoll/domain/contract/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';
import type { FastifyInstance } from 'fastify';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/http/services.ts';
import type { Resource, ResourceHooks } from './hooks.ts';
import { findRecord, listRecords, type QueryText } from './read.ts';
import { createRecord, type NewRecord, type RecordChange, removeRecordOf, updateRecord } from './write.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The entities that have handlers, by table. */
    resources: Map<string, Resource>;
  }
}

/** Registers the calls of an entity with what its module adds. */
export function registerResource(
  app: FastifyInstance,
  { store }: Services,
  definition: ResourceDefinition,
  hooks: ResourceHooks = {},
): void {
  if (definition.isOrgWide) throw new Error(`${definition.name} belongs to no outlet: its module keeps it`);
  const resource: Resource = { definition, hooks };
  const endpoints = endpointsOf(definition);
  const idOf = (params: unknown): string => (params as { id: string }).id;
  app.resources.set(definition.table, resource);

  route(app, endpoints.list, ({ actor, query }) => listRecords(store, actor.outletId, definition, query as QueryText));
  route(app, endpoints.find, ({ actor, params }) => findRecord(store, actor.outletId, definition, idOf(params)));
  route(app, endpoints.create, ({ actor, body }) => createRecord(store, actor, resource, body as NewRecord));
  route(app, endpoints.update, ({ actor, body }) => updateRecord(store, actor, resource, body as RecordChange));
  route(app, endpoints.remove, async ({ actor, params }) => {
    await removeRecordOf(store, actor, resource, idOf(params));
    return undefined;
  });
}

/** Registers the entities that no module did. */
export function registerResources(app: FastifyInstance, services: Services): void {
  for (const definition of allResources)
    if (!app.resources.has(definition.table)) registerResource(app, services, definition);
}
