/** API calls of copying. */
import * as contract from '@atoll/domain/contract/outlet/copy';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { copyRecords, previewCopy } from './service.ts';

/** Registers the calls of copying. Every entity must be registered before they are called. */
export function registerCopy(app: FastifyInstance, { store }: Services): void {
  route(app, contract.previewCopy, ({ actor, body }) => previewCopy(store, actor, body));
  route(app, contract.copyRecords, ({ actor, body }) => copyRecords(store, actor, app.resources, body));
}
