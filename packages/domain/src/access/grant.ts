/** A person can grant only permissions that they have. Source: docs/rules.md#grants. */
import { type Held, permissionEffect } from './can.ts';
import {
  type Effect,
  isAction,
  type Permission,
  type PermissionOverride,
  personApprovals,
  personLimits,
  personPermissions,
  type Role,
} from './permission.ts';

export interface Access {
  readonly role: Role;
  readonly overrides: readonly PermissionOverride[];
}

/** The access that everybody may grant: role User without bills of their own. */
export const baseAccess: Access = { role: 'User', overrides: [{ permission: 'New Bill', effect: 'deny' }] };

/** Returns the permissions of a person that the other one does not have to the same extent. */
export const permissionsBeyond = (other: Held, person: Access): readonly Permission[] =>
  notGrantable(other, person, baseAccess);

interface Share {
  readonly effect: Effect;
  /** Infinity without a limit. */
  readonly limit: number;
}

function sharesOf({ role, overrides }: Access): Map<Permission, Share> {
  const limits = personLimits(overrides);
  const shares = new Map<Permission, Share>();
  for (const one of personApprovals(role, overrides)) shares.set(one, { effect: 'approval', limit: 0 });
  for (const one of personPermissions(role, overrides))
    shares.set(one, { effect: 'allow', limit: limits[one] ?? Number.POSITIVE_INFINITY });
  return shares;
}

/** Returns the permissions that `wanted` adds to what the person `had` and that the giver does not have to the same extent. */
export function notGrantable(giver: Held, wanted: Access, had: Access): readonly Permission[] {
  const before = sharesOf(had);
  const holds = (permission: Permission, { effect, limit }: Share): boolean => {
    if (!isAction(permission)) return [...giver.permissions].includes(permission);
    const amount = effect === 'allow' ? limit : undefined;
    return permissionEffect({ ...giver, approvable: [] }, permission, amount) === 'allow';
  };
  return [...sharesOf(wanted)]
    .filter(([permission, share]) => {
      const old = before.get(permission);
      const isMore = !old || (old.effect === 'approval' && share.effect === 'allow') || share.limit > old.limit;
      return isMore && !holds(permission, share);
    })
    .map(([permission]) => permission);
}
