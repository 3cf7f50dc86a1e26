/** Who writes the first menu of an outlet and the demo data: its owner, outside of any request. */
import { rolePermissions } from '@atoll/domain/access/permission';
import type { Actor } from './actor.ts';

/** Returns the actor of a user who may do everything in one outlet, on no device. */
export function ownerActor(user: { readonly id: number; readonly name: string }, outletId: number): Actor {
  return {
    userId: user.id,
    sessionId: '',
    name: user.name,
    role: 'Admin',
    outletId,
    outlets: [outletId],
    permissions: new Set<string>(rolePermissions('Admin')),
    approvable: new Set<string>(),
    limits: {},
    deviceId: '',
    connectionId: undefined,
  };
}
