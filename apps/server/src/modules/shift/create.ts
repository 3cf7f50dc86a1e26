/** Opens a shift. Source: R15.13, docs/rules.md#shifts. */

import type * as contract from '@atoll/domain/contract/bill/shift';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { businessDate } from '@atoll/domain/date/business-day';
import { transitShift } from '@atoll/domain/shift/shift';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { type BillActor, deviceTimes, outletTerms } from '../bill/service.ts';
import { presentShift } from './present.ts';
import { findShiftRow, insertShift } from './queries.ts';
import { present, recordChange } from './record.ts';

/** Opens a shift and returns it, or the shift that was opened with this key. Refused: 'shiftOpen' (with the shift), 'keyReused'. */
export function createShift(
  store: Store,
  actor: BillActor,
  input: BodyOf<typeof contract.createShift>,
): Promise<Shift> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const key = input.key.toLowerCase();
    const known = await findShiftRow(tx.db, actor.outletId, key);
    if (known !== undefined) {
      if (known.opening_balance !== input.openingBalance) throw refused('keyReused');
      return present(tx, known);
    }
    const opened = transitShift(tx.head.shiftId === null ? null : 'Open', 'open');
    if (!opened.ok) {
      const open = tx.head.shiftId === null ? undefined : await findShiftRow(tx.db, actor.outletId, tx.head.shiftId);
      throw refused(opened.refusal.reason, open && { extra: { shift: await present(tx, open) } });
    }
    const { outlet } = await outletTerms(tx);
    const { read } = await deviceTimes(tx, actor, [input.createdAt]);
    const at = read(input.createdAt, tx.now);
    const id = await tx.nextId('shift');
    tx.head.shiftNumber += 1;
    tx.head.shiftId = id;
    const row = {
      id,
      number: tx.head.shiftNumber,
      business_date: businessDate(at, outlet.timezone, outlet.businessDayCutoff),
      opening_balance: input.openingBalance,
      device_id: actor.deviceId,
      created_at: at,
      created_by: actor.userId,
      created_by_name: actor.name,
    };
    tx.write(insertShift, { ...row, outlet_id: actor.outletId, key, status: opened.value });
    const note = { after: { openingBalance: input.openingBalance }, written: { shift: row } };
    recordChange(tx, actor, { key, id, version: 1 }, 'Opened', note);
    const made = await findShiftRow(tx.db, actor.outletId, id);
    if (made === undefined) throw new Error('A shift that was just written was not found');
    return presentShift(made, []);
  });
}
