/** Devices that print for others: who registers, lists and removes them. Source: R36.18, docs/rules.md#handed-bills. */
import type { PrintStation } from '@atoll/domain/contract/bill/print-station';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { PrintStationTable } from '../../platform/store/schema/schema-delivery-kitchen.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { StationActor } from './job.ts';

/** A station is gone when its last claim is older than this. */
export const silentAfterMs = 60_000;

type Registered = Pick<Selectable<PrintStationTable>, 'registered_at' | 'device_key'>;

/** Returns whether a device is this registered station: one that only gives the same id, without the key, is not. */
export const isStation = <T extends Registered>(
  station: T | undefined,
  { deviceKey }: Pick<StationActor, 'deviceKey'>,
): station is T => station?.registered_at != null && (!station.device_key || station.device_key === deviceKey);

/**
 * What the person at a station may print for others: everything with 'bill.viewOthers', tickets also with the screen Kitchen
 * (docs/rules.md#waiter).
 */
export const sightOf = ({ permissions }: Pick<StationActor, 'permissions'>) => ({
  sees_others: permissions.has('bill.viewOthers'),
  sees_tickets: permissions.has('bill.viewOthers') || permissions.has('Kitchen'),
});

const findStation = (tx: OutletTx, deviceId: string) =>
  tx.db
    .selectFrom('print_station')
    .select(['registered_at', 'device_key'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();

/** Lets a device print for others from now on. */
export function registerStation(store: Store, actor: StationActor): Promise<void> {
  const { outletId, deviceId, userId, deviceKey } = actor;
  return store.writeOutlet(outletId, async (tx) => {
    if (isStation(await findStation(tx, deviceId), actor)) return;
    const values = { seen_at: tx.clockNow, registered_at: tx.now, device_key: deviceKey, ...sightOf(actor) };
    tx.write(
      tx.db
        .insertInto('print_station')
        .values({ outlet_id: outletId, device_id: deviceId, ...values })
        .onConflict((conflict) => conflict.columns(['outlet_id', 'device_id']).doUpdateSet(values)),
    );
    tx.history({
      subject: 'Print station',
      subjectKey: deviceId,
      action: 'Created',
      userId,
      deviceId,
      after: { deviceId },
    });
  });
}

/** Takes a device from the print stations. What it claimed and did not report may be sent again. Refused: 'notFound'. */
export function removeStation(
  store: Store,
  { outletId, userId, deviceId }: Pick<StationActor, 'outletId' | 'userId' | 'deviceId'>,
  station: string,
): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    if ((await findStation(tx, station))?.registered_at == null) throw refused('notFound');
    tx.write(tx.db.deleteFrom('print_station').where('outlet_id', '=', outletId).where('device_id', '=', station));
    tx.write(
      tx.db
        .updateTable('handed_job')
        .set({ state: 'failed', changed_at: tx.clockNow })
        .where('outlet_id', '=', outletId)
        .where('station', '=', station)
        .where('state', '=', 'sending'),
    );
    tx.history({
      subject: 'Print station',
      subjectKey: station,
      action: 'Deactivated',
      userId,
      deviceId,
      before: { deviceId: station },
    });
  });
}

/** Returns the registered stations of an outlet, the last seen first. */
export async function listStations(store: Store, actor: StationActor, now: number): Promise<PrintStation[]> {
  const { outletId, deviceId } = actor;
  const rows = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('print_station')
      .leftJoin('till', (join) =>
        join
          .onRef('till.outlet_id', '=', 'print_station.outlet_id')
          .onRef('till.device_id', '=', 'print_station.device_id'),
      )
      .select(['print_station.device_id as id', 'seen_at', 'registered_at', 'device_key', 'till.number'])
      .where('print_station.outlet_id', '=', outletId)
      .where('registered_at', 'is not', null)
      .orderBy('seen_at', 'desc')
      .execute(),
  );
  const names = await deviceNames(
    store,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    device: names.get(row.id) ?? '',
    tillNumber: row.number,
    seenAt: new Date(row.seen_at).toISOString(),
    registeredAt: new Date(row.registered_at ?? 0).toISOString(),
    isThis: row.id === deviceId && isStation(row, actor),
    isThere: row.seen_at > now - silentAfterMs,
  }));
}

/** Returns the names that browsers gave when somebody last signed in there, by device. */
async function deviceNames(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await store.readOrg((db) =>
    db
      .selectFrom('session')
      .select(['device_id', 'device_name'])
      .where('device_id', 'in', ids)
      .where('device_name', '!=', '')
      .orderBy('last_used_at')
      .execute(),
  );
  return new Map(rows.map(({ device_id, device_name }) => [device_id, device_name]));
}
