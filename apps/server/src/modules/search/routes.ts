/** Route of the search box, and the update of the index after the start. */
import * as contract from '@atoll/domain/contract/outlet/search';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { catchUpSearch } from './catch-up.ts';
import { search } from './service.ts';

/** Registers the route of the search and updates the index when the server listens. */
export function registerSearch(app: FastifyInstance, { store, log }: Services): void {
  route(app, contract.search, ({ actor, query }) => search(store, actor, query.value ?? ''));

  let isEnding = false;
  let running: Promise<void> = Promise.resolve();
  app.addHook('onListen', async () => {
    running = catchUpSearch(store, () => isEnding).catch((error: unknown) =>
      log.error({ err: error }, 'search: the index could not be brought up to date'),
    );
  });
  app.addHook('onClose', async () => {
    isEnding = true;
    await running;
  });
}
