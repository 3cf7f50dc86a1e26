/** The devices of an outlet's people, for the filter of the audit screen. */
import type { KnownDevice } from '@atoll/domain/contract/outlet/audit';
import { sql } from 'kysely';
import type { Store } from '../../platform/store/store.ts';

const maxDevices = 200;

/** Returns the devices that people of the outlet signed in on, the last used first. */
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
      .limit(maxDevices)
      .execute(),
  );
  return rows.map(({ id, name, usedAt }) => ({ id, name, usedAt: new Date(Number(usedAt)).toISOString() }));
}
