/** API calls of the second factor. */
import * as contract from '@atoll/domain/contract/people/second-factor';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../../platform/errors/refused.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { requireSessionsOf } from '../device/other-person.ts';
import { findPerson } from '../person.ts';
import type { Auth } from '../service.ts';
import { accountLimiter } from '../session/sign-in-limits.ts';

/** Writes to the history that somebody switched off the second factor of another person. */
async function noteEnd(store: Store, { outletId, userId, deviceId }: Actor, ofUser: number): Promise<void> {
  await store.writeOutlet(outletId, async (tx) => {
    const { key } = await tx.db.selectFrom('app_user').select('key').where('id', '=', ofUser).executeTakeFirstOrThrow();
    const after = { id: ofUser, secondFactor: false };
    tx.history({
      subject: 'User',
      subjectKey: key,
      action: 'Changed',
      userId,
      deviceId,
      before: { secondFactor: true },
      after,
    });
  });
}

/** Registers the calls of the second factor. */
export function registerSecondFactor(
  app: FastifyInstance,
  { store, clock }: Services,
  { factors, ask: askIn }: Auth,
): void {
  const ask = askIn.currentPassword;
  const codeTries = accountLimiter(clock);
  const caller = async ({ userId }: Actor) => {
    const person = await store.readOrg((db) => findPerson(db, userId));
    if (!person) throw refused('sessionEnded');
    return person;
  };

  route(app, contract.findSecondFactor, async ({ actor }) => factors.status(await caller(actor)));
  route(app, contract.startSecondFactor, async ({ actor, body }) => {
    await ask(actor.userId, body.currentPassword);
    return factors.start(await caller(actor));
  });
  route(app, contract.confirmSecondFactor, async ({ actor, body }) => {
    const name = String(actor.userId);
    codeTries.ask(name);
    codeTries.count(name);
    const recoveryCodes = await factors.confirm(await caller(actor), body.code);
    codeTries.forget(name);
    return { recoveryCodes };
  });
  route(app, contract.endSecondFactor, async ({ actor, body }) => {
    const userId = body.userId ?? actor.userId;
    await store.readOrg((db) => requireSessionsOf(db, actor, userId));
    await ask(actor.userId, body.currentPassword);
    // Who could switch it off would not need it; for a lost phone somebody who manages users does it.
    if (userId === actor.userId && (await factors.isDemanded(await caller(actor)))) throw refused('factorDemanded');
    await factors.end(userId);
    if (userId !== actor.userId) await noteEnd(store, actor, userId);
  });
}
