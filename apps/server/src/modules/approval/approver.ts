/** Who may approve an action in an outlet, and the limit of wrong passcodes. Source: docs/rules.md#approvals. */
import { randomUUID } from 'node:crypto';
import { permissionEffect } from '@atoll/domain/access/can';
import { type ActionPermission, personLimits, personPermissions } from '@atoll/domain/access/permission';
import type { Kysely, Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { UserTable } from '../../platform/store/schema/schema-people.ts';
import type { Store } from '../../platform/store/store.ts';

export const approverTries = 5;
export const approverRestMs = 15 * 60_000;

/** Returns the active people of the outlet who may do the action for this amount without an approval. */
export async function findApprovers(
  db: Kysely<Database>,
  outletId: number,
  { permission, amount }: { readonly permission: ActionPermission; readonly amount?: number | undefined },
): Promise<Selectable<UserTable>[]> {
  const people = await db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .selectAll('app_user')
    .where('user_outlet.outlet_id', '=', outletId)
    .where('app_user.is_active', '=', true)
    .orderBy('app_user.name')
    .execute();
  return people.filter((row) => {
    const held = {
      permissions: personPermissions(row.role, row.permission_overrides),
      limits: personLimits(row.permission_overrides),
    };
    return permissionEffect(held, permission, amount) === 'allow';
  });
}

/** Counts an attempt before the passcode is checked, so that simultaneous attempts cannot exceed the limit. Returns the number of attempts. Refused: 'approverLocked'. */
export function takeApproverTry(store: Store, outletId: number, approverId: number): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const rows = await tx.db
      .selectFrom('approver_try')
      .select('at')
      .where('outlet_id', '=', outletId)
      .where('approver_id', '=', approverId)
      .where('at', '>', tx.clockNow - approverRestMs)
      .execute();
    if (rows.length >= approverTries) throw refused('approverLocked');
    tx.write(
      tx.db
        .deleteFrom('approver_try')
        .where('outlet_id', '=', outletId)
        .where('approver_id', '=', approverId)
        .where('at', '<=', tx.clockNow - approverRestMs),
    );
    tx.write(
      tx.db
        .insertInto('approver_try')
        .values({ outlet_id: outletId, approver_id: approverId, key: randomUUID(), at: tx.clockNow }),
    );
    return rows.length + 1;
  });
}
