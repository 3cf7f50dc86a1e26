/** Who the demo data was made by: a user who may do everything in one outlet. */
import { rolePermissions } from '@atoll/domain/access/permission';
import type { Actor } from '../platform/http/actor.ts';

/** Answers the actor of a user in an outlet, as routes make one of a request. */
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
