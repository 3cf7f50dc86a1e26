/**
 * Codes with which a person who is signed in signs in on a new device: unguessable, single use, for ten minutes, together with the passcode, which is tried
 * five times. Of a code the store has the hash. Source: R31.49, docs/rules.md#join-code.
 */
import { randomUUID } from 'node:crypto';
import { freeApproverTries, mayUnlock } from '@atoll/domain/access/approver-wait';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { joinMs, maxJoinTries } from '@atoll/domain/contract/people/join';
import type { Selectable } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { createLimiter } from '../../../platform/http/limit/limiter.ts';
import { networkOf } from '../../../platform/http/limit/network.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { JoinCodeTable } from '../../../platform/store/schema/schema-people.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { TellPerson } from '../../notification/service.ts';
import { recentTries } from '../password/passcode-tries.ts';
import { isPasscode } from '../password/password.ts';
import { reportUnlockGuessing } from '../password/report-guessing.ts';
import { findPerson } from '../person.ts';
import type { ReportForeignUse } from '../session/foreign-device.ts';
import { newDevice } from '../session/login.ts';
import type { Sessions } from '../session/session.ts';
import { type Device, isKnownDevice } from '../session/session-queries.ts';
import { type Tokens, tokenHash } from '../session/token.ts';

const minute = 60_000;

export interface Joining {
  readonly code: string;
  readonly passcode: string;
  readonly signInKey: string;
}

export interface Joins {
  /** Returns a new code and when it ends (epoch ms); the same one for the same key. Refused: 'tooMany', 'passcodeUnset'. */
  make(actor: Actor, key: string): Promise<{ readonly code: string; readonly expiresAt: number }>;
  /** Signs the maker of the code in on a device. Refused: 'joinCodeInvalid', 'passcodeWrong', 'passcodeLocked', 'tooMany'. */
  join(joining: Joining, device: Device): Promise<SignedIn>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly tell: TellPerson;
  readonly reportForeign: ReportForeignUse;
}

type Row = Selectable<JoinCodeTable>;

/** Creates the service of the codes. */
export function createJoins(parts: Parts): Joins {
  const { store, clock, tokens } = parts;
  // A person shows a code to a few devices; more would be somebody who tries passcodes at an open till.
  const making = createLimiter({
    clock,
    free: 10,
    firstWaitMs: minute,
    maxWaitMs: 15 * minute,
    forgetMs: 60 * minute,
  });
  // Nobody can guess a code; the limit is for the load.
  const failing = createLimiter({
    clock,
    free: 20,
    firstWaitMs: 2000,
    maxWaitMs: 5 * minute,
    forgetMs: 15 * minute,
  });

  return {
    async make(actor, key) {
      making.ask(String(actor.userId));
      making.count(String(actor.userId));
      const code = tokens.digest(`join ${actor.userId} ${actor.sessionId} ${key}`);
      return { code, expiresAt: await writeCode(parts, actor, tokenHash(code)) };
    },

    async join({ code, passcode, signInKey }, device) {
      const address = networkOf(device.ip);
      failing.ask(address);
      const fail = (reason: 'joinCodeInvalid' | 'passcodeWrong'): never => {
        failing.count(address);
        throw refused(reason);
      };
      const row = await takeTry(parts, tokenHash(code), signInKey);
      if (!row) {
        await reportUsed(parts, tokenHash(code), device);
        return fail('joinCodeInvalid');
      }
      await checkPasscode(parts, row, passcode, device, () =>
        fail(row.tries + 1 >= maxJoinTries ? 'joinCodeInvalid' : 'passcodeWrong'),
      );
      if (!(await use({ store, clock }, row, signInKey))) fail('joinCodeInvalid');
      return open(parts, row, device, signInKey);
    },
  };
}

/** Writes a code, ends the others of its maker, and removes old ones. Returns when it ends. */
async function writeCode({ store, clock }: Parts, actor: Actor, codeHash: string): Promise<number> {
  const now = clock();
  const known = await store.writeOrg(async (db) => {
    await db.deleteFrom('join_code').where('expires_at', '<', now).execute();
    const { passcode_hash } = await db
      .selectFrom('app_user')
      .select('passcode_hash')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    if (passcode_hash === '') throw refused('passcodeUnset');
    const own = await db
      .selectFrom('join_code')
      .select('expires_at')
      .where('code_hash', '=', codeHash)
      .executeTakeFirst();
    if (own) return own.expires_at;
    await db.deleteFrom('join_code').where('user_id', '=', actor.userId).where('used_at', 'is', null).execute();
    await db
      .insertInto('join_code')
      .values({
        code_hash: codeHash,
        user_id: actor.userId,
        session_id: actor.sessionId,
        outlet_id: actor.outletId,
        expires_at: now + joinMs,
        used_at: null,
        used_key: null,
      })
      .execute();
    return undefined;
  });
  if (known !== undefined) return known;
  await record(store, actor, 'Asked', actor.deviceId, {});
  return now + joinMs;
}

/** Counts a try of a code before its passcode is checked, so that simultaneous tries cannot exceed the limit; undefined for a code that cannot be used. */
function takeTry({ store, clock }: Parts, codeHash: string, signInKey: string): Promise<Row | undefined> {
  const now = clock();
  return store.writeOrg(async (db) => {
    const row = await db.selectFrom('join_code').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
    const isUsable = row && row.expires_at > now && (row.used_at === null || row.used_key === signInKey);
    if (!isUsable) return undefined;
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', row.session_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (!session) return undefined;
    const taken = await db
      .updateTable('join_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('code_hash', '=', codeHash)
      .where('tries', '<', maxJoinTries)
      .executeTakeFirst();
    return Number(taken.numUpdatedRows) === 1 ? row : undefined;
  });
}

/** Reports that another device than the one that used a code tries it too. The code itself is worthless; whoever has it saw it at the person's screen. */
async function reportUsed({ store, clock, reportForeign }: Parts, codeHash: string, device: Device): Promise<void> {
  const used = await store.readOrg(async (db) => {
    const row = await db.selectFrom('join_code').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
    return row && row.used_at !== null && !(await isKnownDevice(db, row.user_id, device)) ? row : undefined;
  });
  if (used) void reportForeign({ sessionId: used.session_id, userId: used.user_id, device }, clock());
}

/**
 * Checks the passcode. Wrong ones count together with those at lock screens and of approvals, five within an hour. Calls `wrong` for a wrong one. Refused:
 * 'passcodeLocked'.
 */
async function checkPasscode(
  { store, clock }: Parts,
  { user_id: userId, code_hash }: Row,
  passcode: string,
  device: Device,
  wrong: () => never,
): Promise<void> {
  const now = clock();
  const attempt = randomUUID();
  const { stored, tries } = await store.writeOrg(async (db) => {
    const people = db.selectFrom('app_user').select('passcode_hash').where('id', '=', userId);
    const person = people.where('is_active', '=', true);
    // SQLite has one writer at a time; on PostgreSQL tries of a person wait for each other.
    const found = await (store.engine === 'postgres' ? person.forUpdate() : person).executeTakeFirst();
    const times = (await recentTries(db, userId, now)).map(({ at }) => at);
    if (!mayUnlock(times, now)) throw refused('passcodeLocked');
    await db
      .insertInto('approver_failure')
      .values({ approver_id: userId, key: attempt, at: now, session_id: code_hash })
      .execute();
    return { stored: found?.passcode_hash, tries: times.length + 1 };
  });
  const forget = () =>
    store.writeOrg((db) =>
      db.deleteFrom('approver_failure').where('approver_id', '=', userId).where('key', '=', attempt).execute(),
    );
  if (!(await isPasscode(stored, passcode, forget))) {
    if (tries === freeApproverTries) await reportUnlockGuessing(store, userId, device);
    wrong();
  }
  await forget();
}

/** Uses a code up. Returns false when another device was first; the same sign-in may use it again, because its answer may have been lost. */
function use({ store, clock }: Pick<Parts, 'store' | 'clock'>, { code_hash }: Row, key: string): Promise<boolean> {
  return store.writeOrg(async (db) => {
    const used = await db
      .updateTable('join_code')
      .set({ used_at: clock(), used_key: key })
      .where('code_hash', '=', code_hash)
      .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_key', '=', key)]))
      .executeTakeFirst();
    return Number(used.numUpdatedRows) === 1;
  });
}

/** Opens the sign-in of a used code, which ends with the one that made it at the latest, writes it to the history and tells the person. */
async function open({ store, sessions, tell }: Parts, row: Row, device: Device, signInKey: string): Promise<SignedIn> {
  const { person, isKnown, maker } = await store.readOrg(async (db) => ({
    person: await findPerson(db, row.user_id),
    isKnown: await isKnownDevice(db, row.user_id, device),
    maker: await db.selectFrom('session').select('expires_at').where('id', '=', row.session_id).executeTakeFirst(),
  }));
  if (!person || !maker) throw refused('joinCodeInvalid');
  // The code is used up by this call alone, so its sign-in is too.
  const once = { signInKey: `join ${row.code_hash} ${signInKey}`, hasPassword: false, endsBy: maker.expires_at };
  const signedIn = await sessions.open(person, device, once);
  const by = { userId: row.user_id, outletId: row.outlet_id };
  if (row.used_at === null) await record(store, by, 'Joined', device.id, { device: device.name, address: device.ip });
  if (!isKnown) void tell(row.user_id, newDevice(device));
  return signedIn;
}

/** Writes that a person made a code, or joined with one, to the history of the outlet where they made it. */
function record(
  store: Store,
  { userId, outletId }: Pick<Actor, 'userId' | 'outletId'>,
  action: 'Asked' | 'Joined',
  deviceId: string,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    tx.history({ subject: 'User', subjectKey: String(userId), action, userId, deviceId: deviceId || null, after });
  });
}
