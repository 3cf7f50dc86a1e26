/**
 * The limit of wrong passcodes at lock screens. Each device has five, then it asks for the password. Over all devices at most five are checked in
 * an hour, together with those of approvals; beside them one at the device that the person used last, so that nobody else locks them out.
 * Source: R36.6, docs/rules.md#passcode.
 */
import { randomUUID } from 'node:crypto';
import { freeApproverTries, mayUnlock, unlockForgetMs } from '@atoll/domain/access/approver-wait';
import type { Kysely } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';

/** Wrong passcodes of a device, after which it needs the password. */
export const passcodeTries = freeApproverTries;

interface Asking {
  readonly userId: number;
  readonly sessionId: string;
}

/** A try that was counted before its passcode was checked. */
export interface PasscodeTry extends Asking {
  readonly key: string;
  /** Wrong ones of the last hour at all tills, with this one. */
  readonly tries: number;
}

/** Returns the counted tries of a person within the last hour, at all tills, the oldest first. */
export function recentTries(db: Kysely<Database>, userId: number, now: number) {
  return (
    db
      .selectFrom('approver_failure')
      .select(['at', 'session_id'])
      .where('approver_id', '=', userId)
      .where('at', '>', now - unlockForgetMs)
      // A try that a wrong clock put into the future counts no longer (R35.83).
      .where('at', '<=', now)
      .orderBy('at')
      .execute()
  );
}

/** Counts a try before the passcode is checked, so that simultaneous tries cannot exceed a limit. Refused: 'passcodeLocked'. */
export function takePasscodeTry(store: Store, { userId, sessionId }: Asking, now: number): Promise<PasscodeTry> {
  return store.writeOrg(async (db) => {
    const person = db.selectFrom('app_user').select('id').where('id', '=', userId);
    // SQLite has one writer at a time; on PostgreSQL tries of a person wait for each other.
    if (store.engine === 'postgres') await person.forUpdate().execute();
    const recent = await recentTries(db, userId, now);
    const times = recent.map(({ at }) => at);
    const isFirstHere = recent.every((one) => one.session_id !== sessionId);
    const isFree = mayUnlock(times, now) || (isFirstHere && (await isLastUsed(db, { userId, sessionId })));
    if (!isFree) throw refused('passcodeLocked');
    const taken = await db
      .updateTable('session')
      .set((eb) => ({ passcode_failures: eb('passcode_failures', '+', 1) }))
      .where('id', '=', sessionId)
      .where('passcode_failures', '<', passcodeTries)
      .executeTakeFirst();
    if (Number(taken.numUpdatedRows) !== 1) throw refused('passcodeLocked');
    const key = randomUUID();
    await db
      .insertInto('approver_failure')
      .values({ approver_id: userId, key, at: now, session_id: sessionId })
      .execute();
    return { userId, sessionId, key, tries: recent.length + 1 };
  });
}

/** Returns whether the person used no other sign-in later. */
async function isLastUsed(db: Kysely<Database>, { userId, sessionId }: Asking): Promise<boolean> {
  const own = db.selectFrom('session').where('user_id', '=', userId).where('ended_at', 'is', null);
  const later = await own
    .select('id')
    .where('last_used_at', '>', own.select('last_used_at').where('id', '=', sessionId))
    .executeTakeFirst();
  return later === undefined;
}

/** Takes back a try whose passcode was not checked, because the server was busy. */
export async function giveBackTry(store: Store, { userId, sessionId, key }: PasscodeTry): Promise<void> {
  await store.writeOrg(async (db) => {
    await db
      .updateTable('session')
      .set((eb) => ({ passcode_failures: eb('passcode_failures', '-', 1) }))
      .where('id', '=', sessionId)
      .where('passcode_failures', '>', 0)
      .execute();
    await db.deleteFrom('approver_failure').where('approver_id', '=', userId).where('key', '=', key).execute();
  });
}

/** Takes back the try of a right passcode and one wrong one before it on that device: somebody else may have typed the others. */
export async function takeBackTry(store: Store, { userId, sessionId, key }: PasscodeTry): Promise<void> {
  await store.writeOrg(async (db) => {
    await db
      .updateTable('session')
      .set((eb) => ({
        passcode_failures: eb
          .case()
          .when('passcode_failures', '>', 2)
          .then(eb('passcode_failures', '-', 2))
          .else(0)
          .end(),
      }))
      .where('id', '=', sessionId)
      .execute();
    const own = db.selectFrom('approver_failure').select('key').where('approver_id', '=', userId);
    const before = await own
      .where('session_id', '=', sessionId)
      .where('key', '!=', key)
      .orderBy('at', 'desc')
      .limit(1)
      .execute();
    await db
      .deleteFrom('approver_failure')
      .where('approver_id', '=', userId)
      .where('key', 'in', [key, ...before.map((one) => one.key)])
      .execute();
  });
}
