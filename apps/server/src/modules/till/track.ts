/**
 * Till status: tills send their number of unsent entries with each call, and the server keeps it for the person who closes the shift. It is written after
 * the call, when it changed or once a minute, so that other server processes see it at most a minute late. Source: docs/rules.md#till-status.
 */
import { readTillNote, type TillNote, tillHeader } from '@atoll/domain/contract/bill/till';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, provenDevice } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { type TillWatch, watchOf } from './watch.ts';

/** Unchanged status is written at most this often. */
export const trackIntervalMs = 60_000;
const keptMs = 30 * 86_400_000;
const maxTills = 10_000;
/** What a till reported counts for this long, unless it reports again: here, or to another server process of the same database. */
const keptAloneMs = 86_400_000;
const keptAmongMs = 15 * 60_000;
const headerName = tillHeader.toLowerCase();

interface Till {
  /** Sender and content of the last report, in the order of the calls. */
  readonly actor: Actor;
  readonly note: TillNote;
  readonly heardAt: number;
  /** Summary of the status that was written last. */
  readonly written: string;
  readonly at: number;
  readonly workedAt: number;
}

const unwritten = { written: '', at: 0, workedAt: 0 };
const summaryOf = ({ actor, note }: Pick<Till, 'actor' | 'note'>): string =>
  `${note.number} ${note.waiting} ${note.amount} ${actor.userId}`;

/** Tracks the status of tills from the headers of all calls. Returns what this process knows of them, for a monitor. */
export function trackTills(app: FastifyInstance, { store, clock, log }: Services): TillWatch {
  const tills = new Map<string, Till>();
  const pending = new Set<Promise<void>>();

  const record = (actor: Actor, note: TillNote): void => {
    const key = keyOf(actor);
    const till = { ...(tills.get(key) ?? unwritten), actor, note, heardAt: clock() };
    tills.delete(key);
    tills.set(key, till);
    const oldest = tills.size > maxTills ? tills.keys().next().value : undefined;
    if (oldest !== undefined) tills.delete(oldest);
  };

  const keep = (key: string, till: Till, isWork: boolean): void => {
    const now = clock();
    const summary = summaryOf(till);
    const isFresh = till.written === summary && Math.abs(now - till.at) < trackIntervalMs;
    if (isFresh && (!isWork || Math.abs(now - till.workedAt) < trackIntervalMs)) return;
    tills.set(key, { ...till, written: summary, at: now, workedAt: isWork ? now : till.workedAt });
    const write = writeTill(store, till, isWork)
      .catch((error: unknown) => {
        tills.delete(key);
        log.warn({ err: error }, 'The status of a till could not be written');
      })
      .finally(() => pending.delete(write));
    pending.add(write);
  };

  app.addHook('preHandler', (request, _reply, done) => {
    const { actor } = request;
    const note = actor && actor.outletId > 0 ? readTillNote(request.headers[headerName]) : null;
    if (actor && note) record(actor, note);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const key = request.actor && keyOf(request.actor);
    const till = key === null ? undefined : tills.get(key);
    if (key !== null && till) keep(key, till, reply.statusCode < 300 && isWork(request));
    done();
  });
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return watchOf(tills, store.engine === 'sqlite' ? keptAloneMs : keptAmongMs, clock);
}

const keyOf = (actor: Actor): string => `${actor.outletId} ${provenDevice(actor)}`;

/** Returns whether a call is work of a till: a write of a bill or shift. A till that only reads has nothing that a shift could miss. */
function isWork({ method, routeOptions }: FastifyRequest): boolean {
  const endpoint = routeOptions.config.endpoint ?? '';
  return method !== 'GET' && /^(bill|shift)\./.test(endpoint);
}

function writeTill(store: Store, { actor, note }: Till, isWork: boolean): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const status = { ...note, user_name: actor.name, heard_at: tx.now, ...(isWork ? { worked_at: tx.now } : {}) };
    tx.write(
      tx.db
        .insertInto('till')
        .values({ outlet_id: actor.outletId, device_id: provenDevice(actor), ...status })
        .onConflict((conflict) => conflict.columns(['outlet_id', 'device_id']).doUpdateSet(status)),
    );
    tx.write(
      tx.db
        .deleteFrom('till')
        .where('outlet_id', '=', actor.outletId)
        .where('heard_at', '<', tx.now - keptMs),
    );
  });
}
