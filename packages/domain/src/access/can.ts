/** Checks of a person's permissions. Source: docs/rules.md#permissions. */
import { type ActionPermission, actionPermissions, type Effect, type Permission } from './permission.ts';

/** Returns whether a list of permissions, as in the token, contains one. */
export function can(permissions: readonly string[], permission: Permission): boolean {
  return permissions.includes(permission);
}

/** Returns whether the list contains any of `wanted`; true when `wanted` is empty. */
export function canAny(permissions: readonly string[], wanted: readonly Permission[]): boolean {
  return wanted.length === 0 || wanted.some((permission) => permissions.includes(permission));
}

/** What a person may do, from their access token. */
export interface Held {
  readonly permissions: ReadonlySet<string> | readonly string[];
  /** Actions that they may do with somebody's approval. */
  readonly approvable?: ReadonlySet<string> | readonly string[] | undefined;
  /** The limits of actions that they may do without approval: laari, or percent. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
}

const isIn = (list: ReadonlySet<string> | readonly string[] | undefined, one: string): boolean =>
  list instanceof Set ? list.has(one) : [...(list ?? [])].includes(one);

/**
 * Returns whether a person may do an action: 'allow', 'approval' (somebody approves at the till) or 'deny'. `amount` is laari or
 * percent, depending on the action (`actionLimits`); above the person's limit an allowed action needs approval. Source: docs/rules.md#permissions, docs/rules.md#approvals.
 */
export function permissionEffect(held: Held, action: ActionPermission, amount?: number): Effect {
  if (isIn(held.permissions, action)) {
    const limit = held.limits?.[action];
    return limit === undefined || amount === undefined || amount <= limit ? 'allow' : 'approval';
  }
  return isIn(held.approvable, action) ? 'approval' : 'deny';
}

/** Returns the action permissions of a list, in the order of `actionPermissions`. */
export function heldActions(permissions: readonly string[]): ActionPermission[] {
  return actionPermissions.filter((action) => permissions.includes(action));
}
