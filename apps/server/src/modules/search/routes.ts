/** Route of the search box, and the update of the index after the start. */
import * as contract from '@atoll/domain/contract/outlet/search';
import type { FastifyInstance } from 'fastify';
import { repeatFromListening } from '../../platform/http/repeat.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { createLease } from '../../platform/store/lease.ts';
import { keepSearchComplete } from './catch-up.ts';
import { search } from './service.ts';

/** How often it is looked for outlets that wait for the index. */
const checkIntervalMs = 60_000;

/** Registers the route of the search and updates the index when the server listens. */
export function registerSearch(app: FastifyInstance, { store, log, clock }: Services): void {
  route(app, contract.search, ({ actor, query }) => search(store, actor, query.value ?? ''));

  const lease = createLease(store, 'search', clock);
  repeatFromListening(
    app,
    (isEnding) => keepSearchComplete(store, lease, isEnding),
    checkIntervalMs,
    (error) => log.error({ err: error }, 'search: the index could not be brought up to date'),
  );
}
