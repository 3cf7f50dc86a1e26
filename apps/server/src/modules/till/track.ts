/**
 * Till status: tills send their number of unsent entries with each call, and the server keeps it for the person who closes the shift. It is written after
 * the call, when it changed or once a minute, so that other server processes see it at most a minute late. Source: docs/rules.md#till-status.
 */
import {
  readTillNote,
  readTillTrouble,
  type TillNote,
  tillHeader,
  tillTroubleHeader,
} from '@atoll/domain/contract/bill/till';
import { releaseHeader } from '@atoll/domain/release/standing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, provenDevice } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { type Report, type TillWatch, watchOf } from './watch.ts';

/** Unchanged status is written at most this often. */
export const trackIntervalMs = 60_000;
const keptMs = 30 * 86_400_000;
const maxTills = 10_000;
/** What a till reported counts for this long, unless it reports again: here, or to another server process of the same database. */
const keptAloneMs = 86_400_000;
const keptAmongMs = 15 * 60_000;
const headerName = tillHeader.toLowerCase();
const troubleName = tillTroubleHeader.toLowerCase();

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
  /** What the watch counts: it also has what waited before the start. */
  const reports = new Map<string, Report>();
  const pending = new Set<Promise<void>>();

  const record = (actor: Actor, note: TillNote, { trouble, release }: Pick<Report, 'trouble' | 'release'>): void => {
    const key = keyOf(actor);
    const till = { ...(tills.get(key) ?? unwritten), actor, note, heardAt: clock() };
    tills.delete(key);
    tills.set(key, till);
    reports.delete(key);
    reports.set(key, { actor, note, trouble: trouble ?? null, release, heardAt: till.heardAt });
    for (const known of [tills, reports]) {
      const oldest = known.size > maxTills ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
    }
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

  const heard = new WeakSet<FastifyRequest>();
  const hear = (request: FastifyRequest): void => {
    const { actor, headers } = request;
    const note = actor && actor.outletId > 0 ? readTillNote(headers[headerName]) : null;
    const release = headers[releaseHeader];
    if (!actor || !note || heard.has(request)) return;
    heard.add(request);
    record(actor, note, {
      trouble: readTillTrouble(headers[troubleName]),
      release: typeof release === 'string' ? release : undefined,
    });
  };

  app.addHook('preHandler', (request, _reply, done) => {
    hear(request);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // A call that was refused before its handler, as those of a till with an old release are.
    hear(request);
    const key = request.actor && keyOf(request.actor);
    const till = key === null ? undefined : tills.get(key);
    if (key !== null && till) keep(key, till, reply.statusCode < 300 && isWork(request));
    done();
  });
  app.addHook('onReady', async () => {
    const known = await beforeStart(store, clock() - keptAloneMs).catch(() => []);
    for (const one of known) if (!reports.has(one.key)) reports.set(one.key, one);
  });
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return watchOf(reports, store.engine === 'sqlite' ? keptAloneMs : keptAmongMs, clock);
}

/** Returns the tills on which something waited when this process started. A database may have other servers, which know it. */
async function beforeStart(store: Store, since: number): Promise<(Report & { readonly key: string })[]> {
  if (store.engine !== 'sqlite') return [];
  const rows = await store.readAllOutlets((db) =>
    db.selectFrom('till').selectAll().where('waiting', '>', 0).where('heard_at', '>=', since).execute(),
  );
  return rows.map(({ outlet_id, device_id, number, waiting, amount, heard_at }) => ({
    key: `${outlet_id} ${device_id}`,
    actor: { outletId: outlet_id },
    note: { number, waiting, amount },
    heardAt: heard_at,
  }));
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
