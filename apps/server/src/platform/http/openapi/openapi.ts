/** The contract as an OpenAPI 3.1 document. */
import { contract } from '@atoll/domain/contract/contract';
import type { Access, Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import * as z from 'zod';

type Json = Record<string, unknown>;
type Schema = Parameters<typeof z.toJSONSchema>[0];

const errorSchema: Json = {
  type: 'object',
  required: ['message', 'details', 'code'],
  properties: {
    message: { type: 'string' },
    details: { type: 'string' },
    code: { type: 'integer' },
    reason: { type: 'string', description: 'A machine word of the catalogue' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field path to message' },
  },
};

function schemaOf(schema: unknown, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as Schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parametersOf(schema: unknown, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const outletHeader: Json = { name: 'X-Outlet-Id', in: 'header', required: true, schema: { type: 'integer' } };

function accessWords(access: Access): string {
  if (access.who === 'public') return 'Open to everybody.';
  const held = access.anyOf?.length ? ` who holds one of: ${access.anyOf.join(', ')}` : '';
  const besides = access.who === 'member' && access.allOf?.length ? ` and besides ${access.allOf.join(', ')}` : '';
  return access.who === 'member' ? `A member of the outlet${held}${besides}.` : `Any signed-in person${held}.`;
}

function answersOf(endpoint: Endpoint): Json {
  const answers: Json = endpoint.answer
    ? {
        200: {
          description: 'Done',
          content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
        },
      }
    : { 204: { description: 'Done' } };
  const reasons = [...endpoint.refusals, 'malformed' as const];
  if (endpoint.access.who !== 'public') reasons.push('notSignedIn', 'forbidden');
  for (const reason of reasons) {
    const { status, message } = anyRefusal(reason);
    const known = answers[status] as Json | undefined;
    const line = `${reason}: ${message}`;
    answers[status] = {
      description: known ? `${String(known['description'])} · ${line}` : line,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return answers;
}

function operationOf(endpoint: Endpoint): Json {
  const operation: Json = {
    operationId: endpoint.key,
    tags: [endpoint.key.split('.')[0]],
    summary: endpoint.summary,
    description: accessWords(endpoint.access),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.access.who === 'member' ? [outletHeader] : []),
    ],
    responses: answersOf(endpoint),
  };
  if (endpoint.access.who === 'public') operation['security'] = [];
  if (endpoint.body) {
    operation['requestBody'] = {
      required: true,
      content: {
        [endpoint.multipart ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(endpoint.body, 'input') },
      },
    };
  }
  return operation;
}

/** Returns the OpenAPI document of the whole contract. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(contract) as Endpoint[]) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atoll',
      version,
      description:
        'Money is an integer in laari, instants are ISO-8601 in UTC. A write may be sent twice: its key makes it one.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema },
    },
  };
}
