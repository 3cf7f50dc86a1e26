/** CSV of every entity: out as a stream, in from a text or a file. */
import { endpointsOf } from '@atoll/domain/contract/resource';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { QueryText } from '../../resource/read.ts';
import { sendCsv } from './send-csv.ts';
import { takeImport } from './take-csv.ts';

/** Registers the calls of CSV; every entity is registered before. */
export function registerCsv(app: FastifyInstance, services: Services): void {
  for (const resource of app.resources.values()) {
    const { definition } = resource;
    const { exportCsv, importCsv } = endpointsOf(definition);
    route(app, exportCsv, ({ actor, query, reply, now }) =>
      sendCsv(services, actor, definition, query as QueryText, reply, now),
    );
    route(app, importCsv, ({ actor, query, request }) =>
      takeImport(services, actor, resource, request, (query as QueryText)['preview'] === 'true'),
    );
  }
}
