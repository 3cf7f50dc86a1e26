/** Keeps when the server heard of each device: by its calls, and by its connection to the hub. Source: R36.11, docs/rules.md#device-time. */
import { afterContact, contactEveryMs, minAbsenceMs } from '@atoll/domain/shift/absence';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { provenDevice } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import { findContact } from '../../platform/store/outlet/device-contact.ts';
import { devicesOfOutlets } from '../../platform/store/pairs.ts';
import type { Store } from '../../platform/store/store.ts';

const maxDevices = 50_000;

interface Device {
  readonly outletId: number;
  readonly deviceId: string;
}

/** The hub as far as it knows who is connected. */
interface Connected {
  /** Ids of the sessions that are connected to this process. */
  sessionIds(): Iterable<string>;
}

function writeContact(store: Store, { outletId, deviceId }: Device, now: number): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    const { heardAt, absences } = afterContact(await findContact(tx, deviceId), now);
    const values = { heard_at: heardAt, absences: JSON.stringify(absences) };
    tx.write(
      tx.db
        .insertInto('device_contact')
        .values({ outlet_id: outletId, device_id: deviceId, ...values })
        .onConflict((conflict) => conflict.columns(['outlet_id', 'device_id']).doUpdateSet(values)),
    );
  });
}

/**
 * Writes that the server heard of connected devices, all of them by one statement, as far as that makes no absence.
 * Returns the others.
 */
async function writeContacts(store: Store, devices: readonly Device[], now: number): Promise<Device[]> {
  const pairs = devicesOfOutlets(
    store.engine,
    devices.map(({ outletId, deviceId }) => [outletId, deviceId]),
  );
  const rows = await store.writeAllOutlets(async (db) => {
    const written = await sql<{ outlet_id: number; device_id: string }>`update device_contact set heard_at = ${now}
      where (outlet_id, device_id) in (select outlet_id, device_id from ${pairs} connected)
      and heard_at >= ${now - minAbsenceMs} and heard_at <= ${now} returning outlet_id, device_id`.execute(db);
    return written.rows;
  });
  const known = new Set(rows.map((row) => `${row.outlet_id} ${row.device_id}`));
  return devices.filter((device) => !known.has(keyOf(device)));
}

const keyOf = ({ outletId, deviceId }: Device): string => `${outletId} ${deviceId}`;

/** Keeps the contacts of all devices while the app runs. */
export function keepContacts(app: FastifyInstance, { store, clock, log }: Services, hub: Connected): void {
  /** When the contact of a device was written last. */
  const written = new Map<string, number>();
  /** The device of a session, from its last call. */
  const devices = new Map<string, Device>();
  const pending = new Set<Promise<void>>();

  const isDue = (device: Device, now: number): boolean =>
    Math.abs(now - (written.get(keyOf(device)) ?? Number.NEGATIVE_INFINITY)) >= contactEveryMs;
  /** Runs a write; when it fails, its devices are due again. */
  const run = (heard: readonly Device[], now: number, write: () => Promise<void>): void => {
    if (written.size > maxDevices) written.clear();
    for (const device of heard) written.set(keyOf(device), now);
    const running = write()
      .catch((error: unknown) => {
        for (const device of heard) written.delete(keyOf(device));
        log.warn({ err: error }, 'The contact of a device could not be written');
      })
      .finally(() => pending.delete(running));
    pending.add(running);
  };

  app.addHook('onResponse', (request, _reply, done) => {
    const { actor } = request;
    if (actor && actor.outletId > 0) {
      const device = { outletId: actor.outletId, deviceId: provenDevice(actor) };
      if (devices.size > maxDevices) devices.clear();
      devices.set(actor.sessionId, device);
      const now = clock();
      if (isDue(device, now)) run([device], now, () => writeContact(store, device, now));
    }
    done();
  });
  const timer = setInterval(() => {
    const now = clock();
    const connected = new Map<string, Device>();
    for (const sessionId of hub.sessionIds()) {
      const device = devices.get(sessionId);
      if (device && isDue(device, now)) connected.set(keyOf(device), device);
    }
    if (connected.size === 0) return;
    const heard = [...connected.values()];
    run(heard, now, async () => {
      for (const device of await writeContacts(store, heard, now)) await writeContact(store, device, now);
    });
  }, contactEveryMs / 2);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await Promise.all(pending);
  });
}
