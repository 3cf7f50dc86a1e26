/** The devices of an outlet's people, for whoever looks for what was done on one. */
import type { KnownDevice } from '@atoll/domain/contract/audit';
import { sql } from 'kysely';
import type { Store } from '../../platform/store/store.ts';

const mostDevices = 200;

/** Answers the devices that people of the outlet have signed in on, the latest used first. */
export async function listDevices(store: Store, outletId: number): Promise<KnownDevice[]> {
  const rows = await store.readOrg((db) =>
    db
      .selectFrom('session')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'session.user_id')
      .select(['session.device_id as id', sql<string>`max(session.device_name)`.as('name')])
      .select((eb) => eb.fn.max('session.last_used_at').as('usedAt'))
      .where('user_outlet.outlet_id', '=', outletId)
      .where('session.device_id', '!=', '')
      .groupBy('session.device_id')
      .orderBy('usedAt', 'desc')
      .limit(mostDevices)
      .execute(),
  );
  return rows.map(({ id, name, usedAt }) => ({ id, name, usedAt: new Date(Number(usedAt)).toISOString() }));
}
