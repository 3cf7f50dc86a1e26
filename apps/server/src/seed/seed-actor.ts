/** The author of the demo data: a user who may do everything in one outlet. */
import { rolePermissions } from '@atoll/domain/access/permission';
import type { Actor } from '../platform/http/actor.ts';

/** Returns the actor of a user in an outlet, as routes create one from a request. */
export function seedActor(user: { readonly id: number; readonly name: string }, outletId: number): Actor {
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
    deviceId: 'demo',
    connectionId: undefined,
  };
}
