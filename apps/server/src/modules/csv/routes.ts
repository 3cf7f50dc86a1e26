/** API calls for CSV of every entity: export as a stream, import from text in the body or from a file in the background. */

import { cancelImport, findImport } from '@atoll/domain/contract/platform/import';
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { QueryText } from '../../resource/read.ts';
import { beginImport, cancelJob, findJob, type ImportWork, importText, maxFileBytes } from './job.ts';
import type { ImportOptions } from './run-import.ts';
import { sendCsv } from './send-csv.ts';

/** Returns how the caller wants the file to be imported. */
function optionsOf(query: QueryText): ImportOptions & { readonly isPreview: boolean } {
  return {
    isPreview: query['preview'] === 'true',
    columns: query['columns'] === undefined ? undefined : query['columns'].split(','),
    makesMissing: query['makeMissing'] === 'true',
    leavesOut: query['leaveOut'] === 'true',
    plan: query['plan'],
  };
}

/** Imports CSV text at once, or begins a job for a file. */
async function takeImport(services: Services, task: ImportWork, request: FastifyRequest): Promise<ImportResult> {
  if (request.isMultipart()) {
    const part = await request.file();
    if (!part) throw refused('malformed', { details: 'Send a file', errors: { file: 'File is required' } });
    return { rows: 0, good: 0, bad: [], job: await beginImport(services, task, part.file) };
  }
  const { csv } = (request.body ?? {}) as { csv?: unknown };
  if (typeof csv !== 'string')
    throw refused('malformed', { details: 'Send {csv}', errors: { csv: 'CSV is required' } });
  return importText(services.store, task, csv);
}

/** Registers the calls of CSV. Every entity must be registered before. */
export function registerCsv(app: FastifyInstance, services: Services): void {
  const { store } = services;
  for (const { definition } of app.resources.values())
    route(app, endpointsOf(definition).exportCsv, ({ actor, query, reply, now }) =>
      sendCsv(services, actor, definition, query as QueryText, reply, now),
    );
  route(app, findImport, ({ actor, params, now }) => findJob(store, actor, params.key, now));
  route(app, cancelImport, async ({ actor, params, now }) => {
    await cancelJob(store, actor, params.key, now);
    return undefined;
  });
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { fileSize: maxFileBytes, files: 1, fields: 0 } });
    for (const resource of app.resources.values())
      route(scope, endpointsOf(resource.definition).importCsv, ({ actor, query, request }) =>
        takeImport(services, { actor, resource, resources: app.resources, ...optionsOf(query as QueryText) }, request),
      );
  });
}
