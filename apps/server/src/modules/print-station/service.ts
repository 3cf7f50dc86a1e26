/** Print jobs that devices without a print server hand to a print station. Source: R18.23. */

import type * as contract from '@atoll/domain/contract/bill/print-station';
import type { HandedJob } from '@atoll/domain/contract/bill/print-station';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { recordHandedPrint } from '../bill/service.ts';
import { buildBillJob, isBillJob } from './bill-job.ts';
import { drawerKeyOf, reportDrawer } from './drawer-key.ts';
import type { JobBody, StationActor } from './job.ts';
import { buildSlipJob, isSlipJob } from './slip-job.ts';
import { isStation, sightOf, silentAfterMs } from './station.ts';

type Body = JobBody;

/** A station renews its entry, and claims its unanswered jobs again, after this time. */
const claimIntervalMs = 20_000;
/** A job that no station claimed for this long is no longer offered: the device that sent it has given up. */
const offeredMs = 120_000;
/** How long jobs are kept. */
const keptMs = 24 * 3_600_000;

interface JobRow {
  readonly key: string;
  readonly state: HandedJob['state'];
  readonly is_duplicate: boolean;
  readonly message: string;
  readonly created_at: number;
}
const columns = ['key', 'state', 'is_duplicate', 'message', 'created_at'] as const;

const present = ({ key, state, is_duplicate, message }: JobRow): HandedJob => ({
  jobKey: key,
  state,
  isDuplicate: is_duplicate,
  message,
});

const notifyDevices = (tx: OutletTx): void => tx.change({ entity: 'Ticket', id: null, version: 1, action: 'Printed' });

/** Returns whether a job failed or was not claimed in time, so that its key may be sent again. */
const isOver = ({ state, created_at }: JobRow, now: number): boolean =>
  state === 'failed' || (state === 'queued' && created_at <= now - offeredMs);

/**
 * Stores a job for a station and returns its state. A key that failed or was never claimed is offered again. The server builds the job of a bill itself, and an
 * open bill counts as printed.
 * Refused: 'printStationMissing', 'billNotSaved', 'servedByOther', 'drawerUnknown', and 'malformed' or 'forbidden' for a slip.
 */
export async function handJob(store: Store, actor: StationActor, body: Body): Promise<HandedJob> {
  const handed = await store.writeOutlet(actor.outletId, (tx) => handIn(tx, actor, body));
  if (handed) return handed;
  await reportDrawer(store, actor, body);
  throw refused('drawerUnknown');
}

/** Returns the stored job, or null when it names a drawer key that the server does not know. */
async function handIn(tx: OutletTx, actor: StationActor, sent: Body): Promise<HandedJob | null> {
  const known = await findRow(tx, sent.jobKey);
  if (known && !isOver(known, tx.clockNow)) return present(known);
  const built = isBillJob(sent) ? await buildBillJob(tx, actor, sent) : null;
  const drawerKey = await drawerKeyOf(tx, sent, built);
  if (drawerKey === undefined) return null;
  const { drawerKey: _named, ...rest } = built?.body ?? (isSlipJob(sent) ? await buildSlipJob(tx, actor, sent) : sent);
  const body: Body = sent['openDrawer'] === undefined ? rest : { ...rest, openDrawer: drawerKey !== null };
  const station = await tx.db
    .selectFrom('print_station')
    .select('device_id')
    .where('outlet_id', '=', actor.outletId)
    .where('device_id', '<>', actor.deviceId)
    .where('registered_at', 'is not', null)
    .where('seen_at', '>', tx.clockNow - silentAfterMs)
    .where(isTicket(body) ? sql<boolean>`sees_tickets` : sql<boolean>`sees_others`)
    .limit(1)
    .executeTakeFirst();
  if (station === undefined) throw refused('printStationMissing');
  if (built) await recordHandedPrint(tx, actor, built.stored, body.jobKey);
  tx.write(
    tx.db
      .deleteFrom('handed_job')
      .where('outlet_id', '=', actor.outletId)
      .where((eb) => eb.or([eb('created_at', '<', tx.clockNow - keptMs), eb('key', '=', body.jobKey)])),
  );
  const job = {
    key: body.jobKey,
    state: 'queued' as const,
    is_duplicate: false,
    message: '',
    created_at: tx.clockNow,
  };
  tx.write(
    tx.db.insertInto('handed_job').values({
      outlet_id: actor.outletId,
      ...job,
      station: null,
      asked_by: actor.deviceId,
      user_id: actor.userId,
      bill_key: built?.billKey ?? null,
      drawer_key: drawerKey,
      changed_at: tx.clockNow,
      doc: JSON.stringify(body),
    }),
  );
  notifyDevices(tx);
  return present(job);
}

/** Returns the state of a job. Refused: 'notFound'. */
export async function findJob(store: Store, outletId: number, jobKey: string): Promise<HandedJob> {
  const row = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('handed_job')
      .select(columns)
      .where('outlet_id', '=', outletId)
      .where('key', '=', jobKey)
      .executeTakeFirst(),
  );
  if (row === undefined) throw refused('notFound');
  return present(row);
}

/**
 * Claims jobs for a registered station and returns them: waiting jobs, and jobs that it claimed before without a result. Also records that the station is
 * available. Refused: 'stationUnknown'.
 */
export async function claimJobs(store: Store, actor: StationActor, now: number): Promise<Body[]> {
  const { outletId, deviceId } = actor;
  const state = await store.readOutlet(outletId, async (db) => ({
    station: await db
      .selectFrom('print_station')
      .select(['seen_at', 'sees_others', 'sees_tickets', 'registered_at', 'device_key'])
      .where('outlet_id', '=', outletId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst(),
    waiting: await db
      .selectFrom('handed_job')
      .select('key')
      .where('outlet_id', '=', outletId)
      .where('state', '=', 'queued')
      .where('created_at', '>', now - offeredMs)
      .limit(1)
      .executeTakeFirst(),
  }));
  const sight = sightOf(actor);
  const { station } = state;
  if (!isStation(station, actor)) throw refused('stationUnknown');
  const isBound = station.device_key !== null || actor.deviceKey === '';
  const isSame = isBound && station.sees_others === sight.sees_others && station.sees_tickets === sight.sees_tickets;
  if (state.waiting === undefined && isSame && Math.abs(now - station.seen_at) < claimIntervalMs) return [];
  return store.writeOutlet(outletId, (tx) => claimIn(tx, actor));
}

const isTicket = ({ type }: Pick<Body, 'type'>): boolean => type === 'Kot' || type === 'Bot';

async function claimIn(tx: OutletTx, actor: StationActor): Promise<Body[]> {
  const { outletId, deviceId, userId } = actor;
  const sight = sightOf(actor);
  const found = await tx.db
    .selectFrom('handed_job')
    .select(['key', 'user_id', 'doc'])
    .where('outlet_id', '=', outletId)
    .where('created_at', '>', tx.clockNow - offeredMs)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'queued').and('asked_by', '<>', deviceId),
        eb('state', '=', 'sending')
          .and('station', '=', deviceId)
          .and(
            eb.or([
              eb('changed_at', '<', tx.clockNow - claimIntervalMs),
              eb('changed_at', '>', tx.clockNow + claimIntervalMs),
            ]),
          ),
      ]),
    )
    .orderBy('created_at')
    .limit(200)
    .execute();
  const rows = found
    .filter(({ user_id, doc }) => user_id === userId || (isTicket(doc) ? sight.sees_tickets : sight.sees_others))
    .slice(0, 20);
  tx.write(
    tx.db
      .updateTable('print_station')
      .set((eb) => ({
        seen_at: tx.clockNow,
        ...sight,
        ...(actor.deviceKey !== '' && { device_key: eb.fn.coalesce('device_key', eb.val(actor.deviceKey)) }),
      }))
      .where('outlet_id', '=', outletId)
      .where('device_id', '=', deviceId),
  );
  for (const { key } of rows)
    tx.write(
      tx.db
        .updateTable('handed_job')
        .set({ state: 'sending', station: deviceId, session_id: actor.sessionId, changed_at: tx.clockNow })
        .where('outlet_id', '=', outletId)
        .where('key', '=', key),
    );
  return rows.map((row) => row.doc as unknown as Body);
}

/** Writes the result of a job that this session claimed. Refused: 'notFound' for a job of another station or session. */
export function answerJob(
  store: Store,
  actor: StationActor,
  { jobKey, state, isDuplicate, message }: BodyOf<typeof contract.answerJob>,
): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await findRow(tx, jobKey);
    if (row === undefined || row.station !== actor.deviceId || row.session_id !== actor.sessionId)
      throw refused('notFound');
    tx.write(
      tx.db
        .updateTable('handed_job')
        .set({
          state,
          is_duplicate: isDuplicate,
          message,
          changed_at: tx.clockNow,
          // What is printed stays on paper alone: names of guests, the code of a gift card. A failed job is handed again whole.
          ...(state !== 'waiting' && { doc: '{}' }),
        })
        .where('outlet_id', '=', actor.outletId)
        .where('key', '=', jobKey),
    );
    notifyDevices(tx);
  });
}

function findRow(tx: OutletTx, key: string) {
  return tx.db
    .selectFrom('handed_job')
    .select([...columns, 'station', 'session_id'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
}
