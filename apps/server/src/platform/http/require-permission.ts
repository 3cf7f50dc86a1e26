/** What somebody may not do: refused in words, with the permission's name beside them for whoever words it better. Source: R17.3. */
import type { Permission } from '@atoll/domain/access/permission';
import { type Refused, refused } from '../errors/refused.ts';
import type { Actor } from './actor.ts';

/** Makes the refusal of an action that needs the permission; `more` stands beside its name. */
export const notPermitted = (permission: Permission, more: Readonly<Record<string, unknown>> = {}): Refused =>
  refused('forbidden', { details: 'You are not authorized to do this', extra: { permission, ...more } });

/** Throws the refusal when the actor does not hold the permission. */
export function requirePermission(actor: Pick<Actor, 'permissions'>, permission: Permission): void {
  if (!actor.permissions.has(permission)) throw notPermitted(permission);
}
