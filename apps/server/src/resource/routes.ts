/** The calls of every entity, registered from its definition. */
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { nestedBody } from '@atoll/domain/form/multipart';
import { typedValues } from '@atoll/domain/form/typed-values';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';
import type { FastifyInstance } from 'fastify';
import { takeMultipart } from '../platform/http/multipart.ts';
import { route } from '../platform/http/route.ts';
import type { Services } from '../platform/http/services.ts';
import type { Resource, ResourceHooks } from './hooks.ts';
import { findRecord, hideFields, listRecords, type QueryText } from './read.ts';
import type { Values } from './row.ts';
import { createRecord, type NewRecord, type RecordChange, removeRecordOf, updateRecord } from './write.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The entities and what their modules add, by table. */
    resources: Map<string, Resource>;
  }
}

const ownFields: readonly FieldDefinition[] = [
  { key: 'id', label: 'Id', kind: 'integer' },
  { key: 'version', label: 'Version', kind: 'integer' },
  { key: 'isActive', label: 'Active', kind: 'boolean' },
];

/** Registers what the module of an entity adds to its calls. */
export function registerResource(app: FastifyInstance, definition: ResourceDefinition, hooks: ResourceHooks): void {
  if (app.resources.has(definition.table)) throw new Error(`${definition.name} has two modules`);
  app.resources.set(definition.table, { definition, hooks });
}

function registerCalls(app: FastifyInstance, { store }: Services, resource: Resource): void {
  const { definition } = resource;
  const endpoints = endpointsOf(definition);
  const idOf = (params: unknown): string => (params as { id: string }).id;

  route(app, endpoints.list, async ({ actor, query }) => {
    const found = await listRecords(store, actor.outletId, definition, query as QueryText, actor);
    hideFields(definition, actor, 'items' in found ? found.items : found);
    return found;
  });
  route(app, endpoints.find, async ({ actor, params }) => {
    const record = await findRecord(store, actor.outletId, definition, idOf(params));
    hideFields(definition, actor, [record]);
    return record;
  });
  route(app, endpoints.create, ({ actor, body }) => createRecord(store, actor, resource, body as NewRecord));
  route(app, endpoints.update, ({ actor, body }) => updateRecord(store, actor, resource, body as RecordChange));
  route(app, endpoints.remove, async ({ actor, params }) => {
    await removeRecordOf(store, actor, resource, idOf(params));
    return undefined;
  });
}

/** Registers the calls of all entities, with or without a module. They accept JSON and forms. */
export function registerResources(app: FastifyInstance, services: Services): void {
  for (const definition of allResources) {
    if (definition.isOrgWide) throw new Error(`${definition.name} belongs to no outlet: its module keeps it`);
    if (!app.resources.has(definition.table)) registerResource(app, definition, {});
  }
  const byKey = new Map([...app.resources.values()].flatMap((resource) => keysOf(resource)));
  takeMultipart(app, (scope) => {
    scope.addHook('preHandler', async (request) => {
      const definition = byKey.get(request.routeOptions.config.endpoint ?? '');
      const isForm = request.headers['content-type']?.startsWith('multipart/');
      if (!definition || !isForm) return;
      const body = nestedBody(Object.entries(request.body as Values));
      request.body = typedValues([...ownFields, ...definition.fields], body);
    });
    for (const resource of app.resources.values()) registerCalls(scope, services, resource);
  });
}

const keysOf = ({ definition }: Resource): [string, ResourceDefinition][] => {
  const { create, update } = endpointsOf(definition);
  return [
    [create.key, definition],
    [update.key, definition],
  ];
};
