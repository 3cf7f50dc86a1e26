import { permissionEffect } from '@atoll/domain/access/can';
import type { ActionPermission, Effect } from '@atoll/domain/access/permission';
import { useSession } from '../session/session.ts';
import { approvableOf } from '../session/token.ts';

/**
 * Answers how the person who is signed in may do an action: alone, with somebody's approval, or not. Only the access token knows of approvals:
 * without one, on a screen opened offline, it is the server that says no.
 */
export function usePermissionEffect(action: ActionPermission): Effect {
  return useSession(({ user }) => {
    if (!user) return 'deny';
    const how = permissionEffect({ permissions: user.permissions, approvable: approvableOf(user.token) }, action);
    return how === 'deny' && !user.token ? 'approval' : how;
  });
}
