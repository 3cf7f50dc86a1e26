import { permissionEffect } from '@atoll/domain/access/can';
import type { ActionPermission, Effect } from '@atoll/domain/access/permission';
import { useSession } from '../session/session.ts';
import type { SessionUser } from '../session/session-user.ts';
import { approvableOf } from '../session/token.ts';

/** What each person may do with an approval. A token is decoded once, not after each tap (R34.6). */
const read = new WeakMap<SessionUser, readonly string[]>();

function approvableBy(user: SessionUser): readonly string[] {
  const known = read.get(user);
  if (known) return known;
  const approvable = approvableOf(user.token);
  read.set(user, approvable);
  return approvable;
}

/**
 * Returns how the signed-in person may do an action: alone, with an approval, or not. Only the access token lists approvals: without one, on a
 * screen unlocked offline, the server refuses.
 */
export const usePermissionEffect = (action: ActionPermission): Effect => useSession((state) => effectOf(state, action));

/** Returns the same outside of a component. */
export const permissionEffectHere = (action: ActionPermission): Effect => effectOf(useSession.getState(), action);

function effectOf({ user }: Pick<ReturnType<typeof useSession.getState>, 'user'>, action: ActionPermission): Effect {
  if (!user) return 'deny';
  const how = permissionEffect({ permissions: user.permissions, approvable: approvableBy(user) }, action);
  return how === 'deny' && !user.token ? 'approval' : how;
}
