/** The other tills of a shift that is to be closed. A till that is off does not block the closing, but its unsent work is shown first. */
import type { OtherTill } from '@atoll/domain/contract/bill/shift';
import { refused } from '../../platform/errors/refused.ts';
import { type Actor, provenDevice } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import { trackIntervalMs } from '../till/service.ts';
import { findShiftRow } from './queries.ts';

const silentMs = 120_000;
/** How long a till may be without a connection and still send its work. */
const awayMs = 72 * 3_600_000;

/**
 * Returns the outlet's other tills that worked in the shift, or that reported unsent work within three days, the oldest report first.
 * Refused: 'notFound'.
 */
export function otherTills(
  store: Store,
  actor: Pick<Actor, 'outletId' | 'deviceId' | 'sessionDevice'>,
  ref: string,
  now: number,
): Promise<OtherTill[]> {
  const { outletId } = actor;
  return store.readOutlet(outletId, async (db) => {
    const shift = await findShiftRow(db, outletId, ref);
    if (shift === undefined) throw refused('notFound');
    const rows = await db
      .selectFrom('till')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('device_id', '<>', provenDevice(actor))
      .where((eb) =>
        eb.or([
          // The status is written once a minute: the first work in this shift may be recorded with a time just before it.
          eb('worked_at', '>', shift.created_at - trackIntervalMs),
          eb('waiting', '>', 0).and('heard_at', '>', now - awayMs),
        ]),
      )
      .orderBy('heard_at')
      .limit(100)
      .execute();
    return rows.map((row) => ({
      number: row.number,
      userName: row.user_name,
      heardAt: new Date(row.heard_at).toISOString(),
      isSilent: now - row.heard_at > silentMs,
      waiting: row.waiting,
      amount: row.amount,
    }));
  });
}
