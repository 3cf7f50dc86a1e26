/**
 * Tills say with each call what waits on them; it is kept for whoever closes the shift. Written behind the call, when something changed or
 * once a minute: what another server process heard meanwhile is so old at most. Source: docs/rules.md#till-status.
 */
import { readTillNote, type TillNote, tillHeader } from '@atoll/domain/contract/bill/till';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';

/** A till that says the same is written so often. */
export const heardMs = 60_000;
const keptMs = 30 * 86_400_000;
const most = 10_000;
const headerName = tillHeader.toLowerCase();

interface Till {
  /** What it said last, in the order in which its calls came in. */
  readonly actor: Actor;
  readonly note: TillNote;
  /** What was written of it last. */
  readonly said: string;
  readonly at: number;
  readonly workedAt: number;
}

const unwritten = { said: '', at: 0, workedAt: 0 };
const sayOf = ({ actor, note }: Pick<Till, 'actor' | 'note'>): string =>
  `${note.number} ${note.waiting} ${note.amount} ${actor.userId}`;

/** Hears the tills of all calls. */
export function hearTills(app: FastifyInstance, { store, clock, log }: Services): void {
  const tills = new Map<string, Till>();
  const writing = new Set<Promise<void>>();

  const listen = (actor: Actor, note: TillNote): void => {
    const key = keyOf(actor);
    const till = { ...(tills.get(key) ?? unwritten), actor, note };
    tills.delete(key);
    tills.set(key, till);
    const oldest = tills.size > most ? tills.keys().next().value : undefined;
    if (oldest !== undefined) tills.delete(oldest);
  };

  const keep = (key: string, till: Till, isWork: boolean): void => {
    const now = clock();
    const said = sayOf(till);
    const isFresh = till.said === said && Math.abs(now - till.at) < heardMs;
    if (isFresh && (!isWork || Math.abs(now - till.workedAt) < heardMs)) return;
    tills.set(key, { ...till, said, at: now, workedAt: isWork ? now : till.workedAt });
    const written = writeTill(store, till, isWork)
      .catch((error: unknown) => {
        tills.delete(key);
        log.warn({ err: error }, 'What a till said could not be kept');
      })
      .finally(() => writing.delete(written));
    writing.add(written);
  };

  app.addHook('preHandler', (request, _reply, done) => {
    const { actor } = request;
    const note = actor && actor.outletId > 0 ? readTillNote(request.headers[headerName]) : null;
    if (actor && note) listen(actor, note);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const key = request.actor && keyOf(request.actor);
    const till = key === null ? undefined : tills.get(key);
    if (key !== null && till) keep(key, till, reply.statusCode < 300 && isWork(request));
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.all(writing);
  });
}

const keyOf = ({ outletId, deviceId }: Actor): string => `${outletId} ${deviceId}`;

/** Selling and moving cash are a till's work; who only looks has nothing that a shift could miss. */
function isWork({ method, routeOptions }: FastifyRequest): boolean {
  const endpoint = routeOptions.config.endpoint ?? '';
  return method !== 'GET' && /^(bill|shift)\./.test(endpoint);
}

function writeTill(store: Store, { actor, note }: Till, isWork: boolean): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const said = { ...note, user_name: actor.name, heard_at: tx.now, ...(isWork ? { worked_at: tx.now } : {}) };
    tx.write(
      tx.db
        .insertInto('till')
        .values({ outlet_id: actor.outletId, device_id: actor.deviceId, ...said })
        .onConflict((conflict) => conflict.columns(['outlet_id', 'device_id']).doUpdateSet(said)),
    );
    tx.write(
      tx.db
        .deleteFrom('till')
        .where('outlet_id', '=', actor.outletId)
        .where('heard_at', '<', tx.now - keptMs),
    );
  });
}
