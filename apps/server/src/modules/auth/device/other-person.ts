/** Whether a person may see and end the sessions of another. Source: R36.20. */
import { permissionsBeyond } from '@atoll/domain/access/grant';
import type { Kysely } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';

/**
 * Throws unless the actor manages users, shares an outlet with the person and has at least the person's permissions: 'forbidden', for somebody of
 * other outlets 'notFound'. Nothing is needed for their own sessions.
 */
export async function requireSessionsOf(db: Kysely<Database>, actor: Actor, userId: number): Promise<void> {
  if (userId === actor.userId) return;
  if (!actor.permissions.has('user.manage')) throw refused('forbidden');
  const target = await db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select(['app_user.name', 'app_user.role', 'app_user.permission_overrides'])
    .where('app_user.id', '=', userId)
    .where('user_outlet.outlet_id', 'in', actor.outlets.length > 0 ? [...actor.outlets] : [0])
    .executeTakeFirst();
  if (!target) throw refused('notFound');
  const held = { permissions: actor.permissions, limits: actor.limits };
  const access = { role: target.role, overrides: target.permission_overrides };
  if (permissionsBeyond(held, access).length > 0)
    throw refused('forbidden', { details: `${target.name} has more permissions than you` });
}
