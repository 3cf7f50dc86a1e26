/** The author of the demo data: a user who may do everything in one outlet. */
import type { Actor } from '../platform/http/actor.ts';
import { ownerActor } from '../platform/http/owner-actor.ts';

/** Returns the actor of a user in an outlet, as routes create one from a request. */
export const seedActor = (user: { readonly id: number; readonly name: string }, outletId: number): Actor => ({
  ...ownerActor(user, outletId),
  deviceId: 'demo',
});
