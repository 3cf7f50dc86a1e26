/** Questions to a person's permission list. Source: docs/rules.md#permissions. */
import { type ActionPermission, actionPermissions, type Effect, type Permission } from './permission.ts';

/** Answers whether a list of permissions, as the token carries it, holds one. */
export function can(permissions: readonly string[], permission: Permission): boolean {
  return permissions.includes(permission);
}

/** Answers whether it holds any of these; an empty list of wishes is held by everybody. */
export function canAny(permissions: readonly string[], wanted: readonly Permission[]): boolean {
  return wanted.length === 0 || wanted.some((permission) => permissions.includes(permission));
}

/** What a person may do: what their access token says. */
export interface Held {
  readonly permissions: ReadonlySet<string> | readonly string[];
  /** Actions that they may do on somebody's approval. */
  readonly approvable?: ReadonlySet<string> | readonly string[] | undefined;
  /** Up to where they may do an action alone: laari, or percent. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
}

const isIn = (list: ReadonlySet<string> | readonly string[] | undefined, one: string): boolean =>
  list instanceof Set ? list.has(one) : [...(list ?? [])].includes(one);

/**
 * Answers how a person may do an action: by themselves, with somebody's approval in place, or not. `amount` is laari or
 * percent, as the action counts; above the person's limit an action that is allowed needs approval. Source: docs/rules.md#permissions, docs/rules.md#approvals.
 */
export function howMay(held: Held, action: ActionPermission, amount?: number): Effect {
  if (isIn(held.permissions, action)) {
    const limit = held.limits?.[action];
    return limit === undefined || amount === undefined || amount <= limit ? 'allow' : 'approval';
  }
  return isIn(held.approvable, action) ? 'approval' : 'deny';
}

/** Answers the dotted actions of a list, in the catalogue's order. */
export function heldActions(permissions: readonly string[]): ActionPermission[] {
  return actionPermissions.filter((action) => permissions.includes(action));
}
