/** Who does something to a bill or a shift, as the services need to know. */

import type { Permission } from '@atoll/domain/access/permission';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';

export type BillActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId' | 'connectionId'>;

/** Throws the refusal when the actor does not hold the permission. */
export function requirePermission(actor: Pick<BillActor, 'permissions'>, permission: Permission): void {
  if (!actor.permissions.has(permission))
    throw refused('forbidden', { details: `You are not authorized: ${permission}`, extra: { permission } });
}
