/** API call to catch up with changes. */
import * as contract from '@atoll/domain/contract/bill/bill';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { changesSince } from './find.ts';

/** Registers the call of changes. */
export function registerChange(app: FastifyInstance, { store }: Services): void {
  route(app, contract.changes, ({ actor, query, now }) =>
    changesSince(store, actor.outletId, Number(query.since), now),
  );
}
