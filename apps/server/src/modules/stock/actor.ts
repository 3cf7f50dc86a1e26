/** Who moves stock, as the services need to know. */
import type { Permission } from '@atoll/domain/access/permission';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';

export type StockActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId'>;

/** Throws the refusal when the actor does not hold the permission. */
export function requirePermission(actor: Pick<StockActor, 'permissions'>, permission: Permission): void {
  if (!actor.permissions.has(permission))
    throw refused('forbidden', { details: `You are not authorized to do this`, extra: { permission } });
}
