/** The other tills of a shift that is about to be closed: a dead tablet holds up nobody, but what it sold is not forgotten unseen. */
import type { OtherTill } from '@atoll/domain/contract/bill/shift';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import { trackIntervalMs } from '../till/service.ts';
import { findShiftRow } from './queries.ts';

const silentMs = 120_000;
/** As long as a till may be away with its work. */
const awayMs = 72 * 3_600_000;

/**
 * Answers the outlet's other tills that worked in the shift, or that told within three days of work that waits on them, the one that was
 * heard of longest ago first. Refused: 'notFound'.
 */
export function otherTills(
  store: Store,
  { outletId, deviceId }: Pick<Actor, 'outletId' | 'deviceId'>,
  ref: string,
  now: number,
): Promise<OtherTill[]> {
  return store.readOutlet(outletId, async (db) => {
    const shift = await findShiftRow(db, outletId, ref);
    if (shift === undefined) throw refused('notFound');
    const rows = await db
      .selectFrom('till')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('device_id', '<>', deviceId)
      .where((eb) =>
        eb.or([
          // It is written once a minute: what it did first in this shift may stand as a little before it.
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
