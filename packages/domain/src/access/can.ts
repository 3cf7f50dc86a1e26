/** Questions to a person's permission list. Source: decisions B1. */
import {
  type ActionPermission,
  actionPermissions,
  type Permission,
  type Role,
  userApprovableActions,
} from './permission.ts';

/** Answers whether a list of permissions, as the token carries it, holds one. */
export function can(permissions: readonly string[], permission: Permission): boolean {
  return permissions.includes(permission);
}

/** Answers whether it holds any of these; an empty list of wishes is held by everybody. */
export function canAny(permissions: readonly string[], wanted: readonly Permission[]): boolean {
  return wanted.length === 0 || wanted.some((permission) => permissions.includes(permission));
}

/** Answers how a person may do an action: by themselves, with somebody's approval in place, or not. */
export function howMay(
  role: Role,
  permissions: readonly string[],
  action: ActionPermission,
): 'allow' | 'approval' | 'deny' {
  if (permissions.includes(action)) return 'allow';
  return role === 'User' && userApprovableActions.includes(action) ? 'approval' : 'deny';
}

/** Answers the dotted actions of a list, in the catalogue's order. */
export function heldActions(permissions: readonly string[]): ActionPermission[] {
  return actionPermissions.filter((action) => permissions.includes(action));
}
