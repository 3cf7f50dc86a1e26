import { permissionEffect } from '@atoll/domain/access/can';
import type { ActionPermission, Effect } from '@atoll/domain/access/permission';
import { useSession } from '../session/session.ts';
import { approvableOf } from '../session/token.ts';

/**
 * Returns how the signed-in person may do an action: alone, with an approval, or not. Only the access token lists approvals: without one, on a
 * screen unlocked offline, the server refuses.
 */
export function usePermissionEffect(action: ActionPermission): Effect {
  return useSession(({ user }) => {
    if (!user) return 'deny';
    const how = permissionEffect({ permissions: user.permissions, approvable: approvableOf(user.token) }, action);
    return how === 'deny' && !user.token ? 'approval' : how;
  });
}
