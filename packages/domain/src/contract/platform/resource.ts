/**
 * The endpoints of a back-office entity, generated from its definition. The schemas check only the types of fields; `fieldMessage` validates
 * their values, in the web app and on the server. Source: docs/rules.md#definitions.
 */
import * as z from 'zod/mini';
import type { Permission } from '../../access/permission.ts';
import { type FieldDefinition, isMany } from '../../form/field.ts';
import { isText, nameKeyOf } from '../../resources/column.ts';
import type { ResourceDefinition } from '../../resources/define-resource.ts';
import { allResources, type ResourceTable } from '../../resources/registry.ts';
import { type Access, defineEndpoint, type Endpoint } from './endpoint.ts';
import { importQuery, importResult } from './import-shape.ts';
import { id, idParams, key, listQuery, pageOf } from './shape.ts';

/** The maximum length of any text; the limit of a field is checked by its validation. */
const maxTextLength = 20_000;
const optionalText = z.optional(z.string());

function valueSchema(field: FieldDefinition): z.ZodMiniType {
  if (field.kind === 'list') return z.array(z.looseObject(shapeOf(field.fields ?? [])));
  if (field.kind === 'references') return z.array(z.int());
  if (isMany(field)) return z.array(z.string());
  if (field.kind === 'boolean') return z.boolean();
  const isNumber = !isText(field) && !['choice', 'date', 'dateTime', 'image'].includes(field.kind);
  return z.nullable(isNumber ? z.number() : z.string().check(z.maxLength(maxTextLength)));
}

const shapeOf = (fields: readonly FieldDefinition[]): Record<string, z.ZodMiniType> =>
  Object.fromEntries(fields.map((field) => [field.key, z.optional(valueSchema(field))]));

function namesOf(field: FieldDefinition): [string, z.ZodMiniType][] {
  if (field.kind === 'reference') return [[nameKeyOf(field), z.string()]];
  return field.kind === 'references' ? [[nameKeyOf(field), z.array(z.string())]] : [];
}

/** Returns the schema of a record in responses. */
export function recordSchema(definition: ResourceDefinition) {
  return z.object({
    id,
    key: z.string(),
    version: z.int(),
    isActive: z.boolean(),
    createdAt: z.string(),
    createdByName: z.string(),
    modifiedAt: z.string(),
    ...Object.fromEntries(definition.fields.map((field) => [field.key, valueSchema(field)])),
    ...Object.fromEntries(definition.fields.flatMap(namesOf)),
  });
}

/** A record of an entity in the API, with its fields under their keys. */
export interface ResourceRecord {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly createdByName: string;
  readonly modifiedAt: string;
  readonly [field: string]: unknown;
}

/** The most records of one bulk call: tills wait while it is written. */
export const maxBulkRows = 200;

/** One record of a bulk call: as it was, and as it is or would be; `after` is null where `error` says why nothing was done. */
export interface BulkRow {
  readonly id: number;
  readonly name: string;
  readonly before: ResourceRecord;
  readonly after: ResourceRecord | null;
  readonly error: string | null;
}

export type ResourceCall = 'list' | 'find' | 'create' | 'update' | 'bulk' | 'delete' | 'export' | 'import';

export interface ResourceEndpoints {
  readonly list: Endpoint;
  readonly find: Endpoint;
  readonly create: Endpoint;
  readonly update: Endpoint;
  readonly bulk: Endpoint;
  readonly remove: Endpoint;
  readonly exportCsv: Endpoint;
  readonly importCsv: Endpoint;
}

/** Returns the query parameter that filters by a field: `categoryIds` → `categoryId`, otherwise the field's key. */
export function filterKeyOf(field: Pick<FieldDefinition, 'key' | 'kind'>): string {
  return field.kind === 'references' ? field.key.replace(/Ids$/, 'Id') : field.key;
}

const cache = new Map<ResourceDefinition, ResourceEndpoints>();

/** Returns the eight endpoints of an entity, always the same objects. */
export function endpointsOf(definition: ResourceDefinition): ResourceEndpoints {
  const known = cache.get(definition);
  if (known) return known;
  const endpoints = makeEndpoints(definition);
  cache.set(definition, endpoints);
  return endpoints;
}

function makeEndpoints(definition: ResourceDefinition): ResourceEndpoints {
  const parts = partsOf(definition);
  return {
    ...readEndpoints(definition, parts),
    ...writeEndpoints(definition, parts),
    bulk: bulkEndpoint(definition, parts),
    ...fileEndpoints(definition, parts),
  };
}

/** Returns what the endpoints of an entity share: schemas, access, and their declaration under the entity's name. */
function partsOf(definition: ResourceDefinition) {
  const { table, screen, action, title } = definition;
  const held = (more: readonly Permission[]): Access => ({
    who: 'member',
    anyOf: [screen],
    ...(more.length > 0 && { allOf: more }),
  });
  const filters = definition.fields.filter((field) => definition.views.filters?.includes(field.key));
  return {
    record: recordSchema(definition),
    writable: shapeOf(definition.fields.filter((field) => !field.isReadOnly)),
    query: z.extend(listQuery, {
      isActive: optionalText,
      ...Object.fromEntries(filters.map((field) => [filterKeyOf(field), optionalText])),
    }),
    write: held(action ? [action] : []),
    lower: title.toLowerCase(),
    endpoint: (call: ResourceCall, more: Omit<Endpoint, 'key'>) => defineEndpoint({ key: `${table}.${call}`, ...more }),
  };
}

type Parts = ReturnType<typeof partsOf>;

/** Returns the endpoints that read records. */
function readEndpoints(
  definition: ResourceDefinition,
  { record, query, lower, endpoint }: Parts,
): Pick<ResourceEndpoints, 'list' | 'find'> {
  const { area, many, screen } = definition;
  const read: Access = { who: 'member', anyOf: definition.readBy ?? [screen] };
  return {
    list: endpoint('list', {
      method: 'GET',
      path: `/${area}/${many}/list`,
      summary: `Lists ${lower}: a page, or the first 1000 without one; isActive=false lists deactivated ones, isActive=all both`,
      access: read,
      query,
      answer: z.union([pageOf(record), z.array(record)]),
      refusals: ['pageSizeUnknown', 'listTooLong'],
    }),
    find: endpoint('find', {
      method: 'GET',
      path: `/${area}/${many}/find/:id`,
      summary: `Returns one of the ${lower} by id or key`,
      access: read,
      params: idParams,
      answer: record,
      refusals: ['notFound'],
    }),
  };
}

/** Returns the endpoints that write records. */
function writeEndpoints(
  definition: ResourceDefinition,
  { record, writable, write, lower, endpoint }: Parts,
): Pick<ResourceEndpoints, 'create' | 'update' | 'remove'> {
  const { area, one, screen } = definition;
  const openTo = (more: readonly Permission[] | undefined): Access =>
    more ? { who: 'member', anyOf: [screen, ...more] } : write;
  return {
    create: endpoint('create', {
      method: 'POST',
      path: `/${area}/${one}/create`,
      summary: `Creates one of the ${lower}; returns the same record for a repeated key`,
      access: openTo(definition.createdBy),
      body: z.object({ key, ...writable }),
      answer: record,
      refusals: ['invalid', 'keyReused'],
    }),
    update: endpoint('update', {
      method: 'PUT',
      path: `/${area}/${one}/update`,
      summary: `Changes the sent fields of one of the ${lower}; an old version is refused with the current record`,
      access: openTo(definition.partly && [definition.partly.action]),
      body: z.object({ id, version: z.int(), isActive: z.optional(z.boolean()), ...writable }),
      answer: record,
      refusals: ['invalid', 'notFound', 'versionOld', 'duplicate'],
    }),
    remove: endpoint('delete', {
      method: 'DELETE',
      path: `/${area}/${one}/delete/:id`,
      summary: `Deactivates one of the ${lower}; refused while it is in use`,
      access: write,
      params: idParams,
      refusals: ['notFound', 'inUse'],
    }),
  };
}

/** Returns the endpoint that changes, deactivates, restores and copies several records in one transaction. */
function bulkEndpoint(
  { area, many }: ResourceDefinition,
  { record, writable, write, lower, endpoint }: Parts,
): Endpoint {
  const change = z.object({ id, version: z.int(), isActive: z.optional(z.boolean()), ...writable });
  const copy = z.object({ id, key, name: z.string().check(z.maxLength(maxTextLength)) });
  const rowsOf = <T extends z.ZodMiniType>(row: T) => z.optional(z.array(row).check(z.maxLength(maxBulkRows)));
  return endpoint('bulk', {
    method: 'POST',
    path: `/${area}/${many}/bulk`,
    summary: `Changes, deactivates, restores and copies ${lower}, all or none; isPreview writes nothing, isPartial leaves refused ones out`,
    access: write,
    body: z.object({
      isPreview: z.optional(z.boolean()),
      isPartial: z.optional(z.boolean()),
      changes: rowsOf(change),
      copies: rowsOf(copy),
    }),
    answer: z.object({
      rows: z.array(
        z.object({ id, name: z.string(), before: record, after: z.nullable(record), error: z.nullable(z.string()) }),
      ),
    }),
    refusals: ['invalid', 'notFound', 'versionOld', 'inUse'],
  });
}

/** Returns the endpoints that export and import records as CSV. */
function fileEndpoints(
  definition: ResourceDefinition,
  { query, write, lower, endpoint }: Parts,
): Pick<ResourceEndpoints, 'exportCsv' | 'importCsv'> {
  const { area, many, screen } = definition;
  return {
    exportCsv: endpoint('export', {
      method: 'GET',
      path: `/${area}/${many}/export`,
      summary: `Returns all matching ${lower}, or those of ids=1,2, as CSV (text/csv, UTF-8 with a byte order mark)`,
      access: { who: 'member', anyOf: definition.readBy ?? [screen], allOf: ['export'] },
      query: z.extend(query, { ids: optionalText }),
      answer: z.string(),
      refusals: [],
    }),
    importCsv: endpoint('import', {
      method: 'POST',
      path: `/${area}/${many}/import`,
      summary: `Imports ${lower} from CSV: JSON {csv}, or a multipart file; preview=true tells what it would do and writes nothing`,
      access: write,
      query: importQuery,
      answer: importResult,
      refusals: ['invalid', 'forbidden', 'importRunning', 'tooLarge', 'mediaTypeUnknown'],
    }),
  };
}

/** The endpoints of all entities under their keys in the contract: `vendor.list`. */
export type ResourceContract = Readonly<Record<`${ResourceTable}.${ResourceCall}`, Endpoint>>;

/** The endpoints of every entity of the registry, as the contract lists them. */
export const resourceContract = Object.fromEntries(
  allResources
    .flatMap((definition) => Object.values(endpointsOf(definition) as unknown as Record<string, Endpoint>))
    .map((one) => [one.key, one]),
) as unknown as ResourceContract;
