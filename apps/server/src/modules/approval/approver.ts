/** Who may approve an action in an outlet, and the limit of wrong passcodes. Source: docs/rules.md#approvals. */
import { randomUUID } from 'node:crypto';
import { approverForgetMs, nextApproverTry, unlockForgetMs } from '@atoll/domain/access/approver-wait';
import { permissionEffect } from '@atoll/domain/access/can';
import { type ActionPermission, personLimits, personPermissions } from '@atoll/domain/access/permission';
import type { Kysely, Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { staffOutlet } from '../../platform/store/outlet/staff-outlet.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { UserTable } from '../../platform/store/schema/schema-people.ts';
import type { Store } from '../../platform/store/store.ts';

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
    .where('user_outlet.outlet_id', '=', staffOutlet(outletId))
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

/**
 * Counts a try before the passcode is checked, so that simultaneous tries cannot exceed the limit. Tries at all tills of all outlets count
 * together, with those of the last hour at lock screens. Returns the key of this try, and the number of tries that count with it. Refused: 'approverLocked' with the time to wait. Source: R36.6.
 */
export function takeApproverTry(
  store: Store,
  approverId: number,
  now: number,
): Promise<{ readonly key: string; readonly tries: number }> {
  return store.writeOrg(async (db) => {
    const approver = db.selectFrom('app_user').select('id').where('id', '=', approverId);
    // SQLite has one writer at a time; on PostgreSQL tries of an approver wait for each other.
    if (store.engine === 'postgres') await approver.forUpdate().execute();
    const own = db.selectFrom('approver_failure').select('at').where('approver_id', '=', approverId);
    const rows = await own
      .where((eb) =>
        eb.or([
          eb.and([eb('session_id', '=', ''), eb('at', '>', now - approverForgetMs)]),
          eb('at', '>', now - unlockForgetMs),
        ]),
      )
      // A try that a wrong clock put into the future counts no longer (R35.83).
      .where('at', '<=', now)
      .orderBy('at')
      .execute();
    const next = nextApproverTry(rows.map(({ at }) => at));
    if (next > now) throw refused('approverLocked', { extra: { retryAfterSeconds: Math.ceil((next - now) / 1000) } });
    await db
      .deleteFrom('approver_failure')
      .where('approver_id', '=', approverId)
      .where('at', '<=', now - approverForgetMs)
      .execute();
    const key = randomUUID();
    await db.insertInto('approver_failure').values({ approver_id: approverId, key, at: now }).execute();
    return { key, tries: rows.length + 1 };
  });
}

/** Forgets a try, whose passcode was right. The wrong ones before it still count: somebody else may have typed them. */
export async function forgetApproverTry(store: Store, approverId: number, key: string): Promise<void> {
  await store.writeOrg((db) =>
    db.deleteFrom('approver_failure').where('approver_id', '=', approverId).where('key', '=', key).execute(),
  );
}
