/** Routes of notifications. */
import * as contract from '@atoll/domain/contract/outlet/notification';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { listNotices, readNotices } from './service.ts';

/** Registers the routes of notifications. */
export function registerNotification(app: FastifyInstance, { store }: Services): void {
  route(app, contract.listNotices, ({ actor, query }) => listNotices(store, actor, query));
  route(app, contract.readNotices, async ({ actor, body }) => {
    await readNotices(store, actor, body.upTo, body.clear ?? false);
    return undefined;
  });
}
