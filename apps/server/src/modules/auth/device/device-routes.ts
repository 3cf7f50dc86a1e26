/** API calls for a person's own profile, passcode, password and sessions; with `user.manage` also for the sessions of others. */

import * as contract from '@atoll/domain/contract/people/auth';
import { user } from '@atoll/domain/contract/platform/app';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../../platform/errors/refused.ts';
import { takeMultipart } from '../../../platform/http/multipart.ts';
import { route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { changePasscode } from '../password/passcode.ts';
import { notePassword } from '../password/recent-password.ts';
import { findPerson } from '../person.ts';
import { servePersonPictures } from '../picture-files.ts';
import { changeProfile } from '../profile.ts';
import type { Auth } from '../service.ts';
import { requireSessionsOf } from './other-person.ts';

/** Returns the person's profile as the API sends it. Throws 'sessionEnded' when the person no longer exists. */
async function presentUser(store: Store, userId: number) {
  const person = await store.readOrg((db) => findPerson(db, userId));
  if (!person) throw refused('sessionEnded');
  const { id, email, avatar, name, jobTitle, department, role, permissions, outlets } = person;
  return { user: { id, email, avatar }, name, jobTitle, department, role, permissions, outlets };
}

/** Registers the calls of the profile, the passcode, the password and the sessions. */
export function registerOwnDevices(app: FastifyInstance, services: Services, auth: Auth): void {
  const { store, clock } = services;
  // Checks the person's password before a change of password or passcode.
  const ask = auth.ask.currentPassword;
  servePersonPictures(app, services);
  route(app, user, ({ actor }) => presentUser(store, actor.userId));
  route(app, contract.changePasscode, ({ actor, body }) =>
    changePasscode({ store, clock, ask }, { userId: actor.userId, ...body }),
  );
  route(app, contract.confirmPassword, async ({ actor, body, now }) => {
    await ask(actor.userId, body.currentPassword);
    await notePassword(store, actor.sessionId, now);
  });
  takeMultipart(app, (scope) =>
    route(scope, contract.changePassword, async ({ actor, body }) => {
      await changeProfile({ ...auth, store, clock, ask }, actor, body);
      const { user: account, name, jobTitle, department } = await presentUser(store, actor.userId);
      return { user: account, name, jobTitle, department };
    }),
  );

  route(app, contract.sessions, async ({ actor, query }) => {
    const userId = query.userId === undefined ? actor.userId : Number(query.userId);
    await store.readOrg((db) => requireSessionsOf(db, actor, userId));
    const rows = await auth.sessions.list(userId);
    return rows.map((row) => ({
      id: row.id,
      device: row.device_name,
      ip: row.ip,
      createdAt: new Date(row.created_at).toISOString(),
      lastUsedAt: new Date(row.last_used_at).toISOString(),
      isThis: row.id === actor.sessionId,
    }));
  });
  route(app, contract.endSession, async ({ actor, params }) => {
    await store.readOrg(async (db) => {
      const row = await db.selectFrom('session').select('user_id').where('id', '=', params.id).executeTakeFirst();
      // The id of a session is for its owner and for who manages them: to others it does not exist.
      if (!row || (row.user_id !== actor.userId && !actor.permissions.has('user.manage'))) throw refused('notFound');
      await requireSessionsOf(db, actor, row.user_id);
    });
    await auth.sessions.end([params.id], 'revoked');
  });
}
