/** Records that the cash drawer was opened without a sale, with a permission and a reason. Source: docs/rules.md#cash-events. */

import type * as contract from '@atoll/domain/contract/bill/shift';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { allow, type BillActor } from '../bill/service.ts';
import { findShiftRow } from './queries.ts';
import { present, recordChange } from './record.ts';

/**
 * Records an opening of the drawer and returns its shift. Idempotent: a known key changes nothing. Refused: 'notFound', 'shiftClosed', 'keyReused',
 * 'forbidden', 'approvalNeeded'.
 */
export function openDrawer(store: Store, actor: BillActor, input: BodyOf<typeof contract.openDrawer>): Promise<Shift> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const outletId = tx.head.outletId;
    const key = input.key.toLowerCase();
    const shift = await findShiftRow(tx.db, outletId, input.shiftId);
    if (shift === undefined) throw refused('notFound');
    const known = await tx.db
      .selectFrom('drawer_opening')
      .select('shift_id')
      .where('outlet_id', '=', outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known !== undefined) {
      if (known.shift_id !== shift.id) throw refused('keyReused');
      return present(tx, shift);
    }
    if (!shift.is_open) throw refused('shiftClosed');
    const approval = await allow(tx, actor, [{ permission: 'drawer.open', subjectKey: shift.key }]);
    const { reason } = input;
    const version = shift.version + 1;
    const row = {
      key,
      shift_id: shift.id,
      reason,
      approval_key: approval,
      at: tx.now,
      made_by: actor.userId,
      made_by_name: actor.name,
    };
    tx.write(tx.db.insertInto('drawer_opening').values({ ...row, outlet_id: outletId }));
    tx.write(tx.db.updateTable('shift').set({ version }).where('outlet_id', '=', outletId).where('id', '=', shift.id));
    const note = { after: { type: 'NoSale', reason }, written: { drawer_opening: row } };
    recordChange(tx, actor, { ...shift, version }, 'DrawerOpened', note, approval);
    return present(tx, { ...shift, version });
  });
}
