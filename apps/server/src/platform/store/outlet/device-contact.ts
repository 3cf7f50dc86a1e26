/** What the server knows of the contacts of a device at an outlet. Source: R36.11, docs/rules.md#device-time. */
import type { Contact } from '@atoll/domain/shift/absence';
import type { OutletTx } from '../store.ts';

/** The outlet and what reads its rows. */
type OfOutlet = Pick<OutletTx, 'db'> & { readonly head: Pick<OutletTx['head'], 'outletId'> };

/** Returns when the server heard of a device; undefined when it never did. */
export async function findContact({ db, head }: OfOutlet, deviceId: string): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('device_contact')
    .select(['heard_at', 'absences'])
    .where('outlet_id', '=', head.outletId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row && { heardAt: row.heard_at, absences: row.absences };
}
