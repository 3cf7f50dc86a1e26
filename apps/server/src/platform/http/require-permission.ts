/** Refuses an action that the user may not do, with the name of the missing permission. Source: R17.3. */
import type { Permission } from '@atoll/domain/access/permission';
import { type Refused, refused } from '../errors/refused.ts';
import type { Actor } from './actor.ts';

/** Creates the refusal of an action that needs the permission, with its name and `more` as details. */
export const notPermitted = (permission: Permission, more: Readonly<Record<string, unknown>> = {}): Refused =>
  refused('forbidden', { details: 'You are not authorized to do this', extra: { permission, ...more } });

/** Throws the refusal when the actor does not hold the permission. */
export function requirePermission(actor: Pick<Actor, 'permissions'>, permission: Permission): void {
  if (!actor.permissions.has(permission)) throw notPermitted(permission);
}
