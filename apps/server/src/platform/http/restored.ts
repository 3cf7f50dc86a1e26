/** Refuses what a till sends before it knows that the store was restored from a backup. Source: docs/rules.md#restored-store. */
import type { FastifyInstance } from 'fastify';
import { refused } from '../errors/refused.ts';
import { isBeforeRestore, storeHeader } from '../store/store-name.ts';

/**
 * A till names the store that it knows with what it sends from its outbox. In a store that was restored since, bills are open again that were paid:
 * a new check-in would join them before the till has sent their payments again. The answer names the restore, so the till begins at once.
 */
export function refuseBeforeRestore(app: FastifyInstance, store: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const known = request.headers[storeHeader];
    done(typeof known === 'string' && isBeforeRestore(known, store) ? refused('storeRestored') : undefined);
  });
}
