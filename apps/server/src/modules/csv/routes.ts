/** API calls for CSV of every entity: export as a stream, import from text in the body or from a file in the background. */

import { cancelImport, findImport } from '@atoll/domain/contract/platform/import';
import { endpointsOf, type ImportResult } from '@atoll/domain/contract/platform/resource';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Resource } from '../../resource/hooks.ts';
import type { QueryText } from '../../resource/read.ts';
import { beginImport, cancelJob, findJob } from './job.ts';
import { runImport } from './run-import.ts';
import { sendCsv } from './send-csv.ts';

/** Largest accepted file in bytes: over a million rows. */
const maxFileBytes = 512 * 1024 * 1024;

/** Imports CSV text at once, or begins a job for a file. `isPreview`: checks the rows and writes none. */
async function takeImport(
  services: Services,
  actor: Actor,
  resource: Resource,
  request: FastifyRequest,
  isPreview: boolean,
): Promise<ImportResult> {
  if (request.isMultipart()) {
    const part = await request.file();
    if (!part) throw refused('malformed', { details: 'Send a file', errors: { file: 'File is required' } });
    return { rows: 0, good: 0, bad: [], job: await beginImport(services, actor, resource, part.file, isPreview) };
  }
  const { csv } = (request.body ?? {}) as { csv?: unknown };
  if (typeof csv !== 'string')
    throw refused('malformed', { details: 'Send {csv}', errors: { csv: 'CSV is required' } });
  const { store } = services;
  const found = await runImport({ store, actor, resource, source: () => [csv], isPreview });
  return found ?? { rows: 0, good: 0, bad: [] };
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
        takeImport(services, actor, resource, request, (query as QueryText)['preview'] === 'true'),
      );
  });
}
