/** Keeps when the server heard of each device: by its calls, and by its connection to the hub. Source: R36.11, docs/rules.md#device-time. */
import { afterContact, contactEveryMs } from '@atoll/domain/shift/absence';
import type { FastifyInstance } from 'fastify';
import { provenDevice } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import { findContact } from '../../platform/store/outlet/device-contact.ts';
import type { Store } from '../../platform/store/store.ts';

const maxDevices = 10_000;

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

/** Keeps the contacts of all devices while the app runs. */
export function keepContacts(app: FastifyInstance, { store, clock, log }: Services, hub: Connected): void {
  /** When the contact of a device was written last. */
  const written = new Map<string, number>();
  /** The device of a session, from its last call. */
  const devices = new Map<string, Device>();
  const pending = new Set<Promise<void>>();

  const heard = (device: Device): void => {
    const key = `${device.outletId} ${device.deviceId}`;
    const now = clock();
    if (Math.abs(now - (written.get(key) ?? Number.NEGATIVE_INFINITY)) < contactEveryMs) return;
    written.set(key, now);
    const write = writeContact(store, device, now)
      .catch((error: unknown) => {
        written.delete(key);
        log.warn({ err: error }, 'The contact of a device could not be written');
      })
      .finally(() => pending.delete(write));
    pending.add(write);
  };

  app.addHook('onResponse', (request, _reply, done) => {
    const { actor } = request;
    if (actor && actor.outletId > 0) {
      const { outletId, sessionId } = actor;
      const deviceId = provenDevice(actor);
      if (devices.size > maxDevices) devices.clear();
      devices.set(sessionId, { outletId, deviceId });
      heard({ outletId, deviceId });
    }
    done();
  });
  const timer = setInterval(() => {
    for (const sessionId of hub.sessionIds()) {
      const device = devices.get(sessionId);
      if (device) heard(device);
    }
  }, contactEveryMs / 2);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await Promise.all(pending);
  });
}
