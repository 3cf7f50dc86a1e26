/**
 * The lock of a session. A locked session gives no access until the passcode opens it; what waited on its till when it was locked can still be
 * sent. Source: R36.1, R36.3, R36.33, docs/rules.md#locked-session.
 */
import { maxWaitingWrites, sendOnlyMs } from '@atoll/domain/contract/bill/waiting-write';
import type { SendOnly } from '@atoll/domain/contract/people/auth';
import type { Kysely } from 'kysely';
import { refused, refusedLocked } from '../../../platform/errors/refused.ts';
import type { Identity } from '../../../platform/http/actor.ts';
import type { Clock } from '../../../platform/http/services.ts';
import { readSettingOf } from '../../../platform/store/read-setting.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { findPerson, outletsOf } from '../person.ts';
import type { LockChange, LockChanges } from './lock-changes.ts';
import { findLock, type OpenSession } from './session-queries.ts';
import { accessOf, accessTokenMs, type Tokens } from './token.ts';
import { markedNames, marksItsWork, type Waiting } from './work-mark.ts';

/** The shortest `IdleLockSeconds`. */
const minIdleMs = 30_000;
/** A page whose session was locked because nobody used it says at once what waits there. */
const toldWithinMs = 2 * 60_000;

export interface OwnDevice {
  readonly id: string;
  /** The public key that it proved to have; '' without one. */
  readonly key: string;
}

export interface SessionLock {
  /** Locks the session, and returns what it may send. `waiting`: the writes that wait on its till. */
  lock(session: OpenSession, waiting: Waiting): Promise<SendOnly>;
  /** Returns what a locked session may send. */
  sendOnly(session: OpenSession): Promise<SendOnly>;
  /**
   * Locks the session when nobody used it for longer than its person's outlets allow. Returns whether it did. `isOpenPage`: whether the page of the
   * call was opened by its person and not closed since; another one may name nothing that waits.
   */
  lockIfIdle(session: OpenSession, isOpenPage: boolean): Promise<boolean>;
  /** Locks the other sessions of a device, on which one was opened. */
  lockOthers(device: OwnDevice, openId: string): Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly locks: LockChanges;
}

const nothing: SendOnly = { sendToken: null, sendNames: [] };

/** Locks the session at this time; undefined when it is locked already or was opened with this refresh token or a later one. */
const lockRow = (db: Kysely<Database>, sessionId: string, now: number, generation = Number.MAX_SAFE_INTEGER) =>
  db
    .updateTable('session')
    .set((eb) => ({ locked_at: now, lock_changed_at: now, lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('opened_generation', '<', generation)
    .returning('lock_version')
    .executeTakeFirst();

/** Writes what may be sent while the session is locked. The first names count. */
const nameWaiting = (db: Kysely<Database>, sessionId: string, names: readonly string[]) =>
  db
    .insertInto('session_waiting')
    .values({ session_id: sessionId, write_keys: JSON.stringify(names) })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute();

/** Adds marked names to what may be sent: somebody else at the till may have locked it before, and named nothing. */
async function addMarked(db: Kysely<Database>, sessionId: string, names: readonly string[]): Promise<void> {
  const known = (await waitingNames(db, sessionId)) ?? [];
  const write_keys = JSON.stringify([...new Set([...known, ...names])].slice(0, maxWaitingWrites));
  await db
    .insertInto('session_waiting')
    .values({ session_id: sessionId, write_keys })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ write_keys }))
    .execute();
}

/** Opens the lock of a session with a refresh token of this generation. Returns the version of its lock. */
export async function openLocked(
  db: Kysely<Database>,
  sessionId: string,
  generation: number,
  now: number,
): Promise<number> {
  const opened = await db
    .updateTable('session')
    .set((eb) => ({
      lock_version: eb
        .case()
        .when('locked_at', 'is', null)
        .then(eb.ref('lock_version'))
        .else(eb('lock_version', '+', 1))
        .end(),
      locked_at: null,
      lock_changed_at: now,
      opened_generation: generation,
    }))
    .where('id', '=', sessionId)
    .returning('lock_version')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('session_waiting').where('session_id', '=', sessionId).execute();
  return opened.lock_version;
}

/** Returns what may be sent while a session is locked; undefined when it did not say so. */
async function waitingNames(db: Kysely<Database>, sessionId: string): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('session_waiting')
    .select('write_keys')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.write_keys;
}

/** What the session of an access token says of its calls. */
export type Admitted = Pick<Identity, 'deviceId' | 'sendNames' | 'outlets'>;

/** Returns the device of a token's session, the outlets of its person, and the names of the only writes that it may make, without which it may do everything. Refused: 'sessionEnded', 'locked'. */
export const admitToken = (
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  { sessionId, lockVersion, userId }: Pick<Identity, 'sessionId' | 'lockVersion' | 'userId'>,
): Promise<Admitted> =>
  store.readOrg(async (db) => {
    const lock = await findLock(db, sessionId);
    if (!lock) throw refused('sessionEnded');
    if (lock.lock_version !== lockVersion) throw refusedLocked({ userId, sessionId });
    const device = { deviceId: lock.device_id, outlets: (await outletsOf(db, userId).execute()).map(({ id }) => id) };
    if (lock.locked_at === null) return device;
    if (lock.locked_at + sendOnlyMs < clock()) throw refused('locked');
    return { ...device, sendNames: new Set(await waitingNames(db, sessionId)) };
  });

/** Returns the shortest idle time after which an outlet of the person locks, in ms; null when none does. */
async function idleMsOf(store: Store, userId: number): Promise<number | null> {
  const outlets = await store.readOrg((db) =>
    db.selectFrom('user_outlet').select('outlet_id').where('user_id', '=', userId).execute(),
  );
  const seconds = await Promise.all(
    outlets.map(({ outlet_id: outletId }) =>
      store.readOutlet(outletId, (db) => readSettingOf(db, outletId, 'IdleLockSeconds')),
    ),
  );
  const set = seconds.filter((each) => each !== null);
  return set.length === 0 ? null : Math.min(...set) * 1000;
}

/** Returns the open sessions of a device other than the given one. Anybody can claim the id of a device, but not its key. */
async function othersOf(db: Kysely<Database>, { id, key }: OwnDevice, openId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where((eb) => {
      const isKeyless = eb.or([eb('device_key', 'is', null), eb('device_key', '=', '')]);
      const sameId = eb.and([eb('device_id', '=', id), eb('device_id', '!=', ''), isKeyless]);
      return key === '' ? sameId : eb.or([sameId, eb('device_key', '=', key)]);
    })
    .where('id', '!=', openId)
    .where('ended_at', 'is', null)
    .where('locked_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Creates the service. */
export function createSessionLock({ store, clock, tokens, locks }: Parts): SessionLock {
  const sendOnly = async ({ parts: { sessionId } }: OpenSession): Promise<SendOnly> => {
    const now = clock();
    const found = await store.readOrg(async (db) => {
      const row = await db
        .selectFrom('session')
        .select(['user_id', 'lock_version', 'locked_at'])
        .where('id', '=', sessionId)
        .executeTakeFirst();
      if (!row || row.locked_at === null || row.locked_at + sendOnlyMs < now) return undefined;
      const names = (await waitingNames(db, sessionId)) ?? [];
      const person = names.length > 0 ? await findPerson(db, row.user_id) : undefined;
      return person && { person, names, lockVersion: row.lock_version };
    });
    if (!found) return nothing;
    const { person, names, lockVersion } = found;
    return { sendToken: await tokens.access(accessOf(person, sessionId, lockVersion), now), sendNames: [...names] };
  };

  return {
    sendOnly,

    async lock(session, waiting) {
      const { sessionId, generation } = session.parts;
      const now = clock();
      const isMarked = marksItsWork(session);
      const names = isMarked ? await markedNames({ store, clock, tokens }, session, waiting) : waiting.names;
      const locked = await store.writeOrg(async (db) => {
        const row = await lockRow(db, sessionId, now, generation);
        // An open page whose session was locked because nobody used it says what waits there, if it can prove on which till it is.
        const known = await db.selectFrom('session').select('locked_at').where('id', '=', sessionId).executeTakeFirst();
        const lockedAt = known?.locked_at ?? null;
        const isJustLocked = lockedAt !== null && now - lockedAt <= toldWithinMs && session.deviceKey !== '';
        if (lockedAt !== null && isMarked) await addMarked(db, sessionId, names);
        else if (lockedAt !== null) await nameWaiting(db, sessionId, row || isJustLocked ? names : []);
        return row;
      });
      if (locked) locks.add([{ sessionId, lockVersion: locked.lock_version, isLocked: true }]);
      return sendOnly(session);
    },

    async lockIfIdle(session, isOpenPage) {
      const now = clock();
      const idleMs = now - session.lastUsedAt - accessTokenMs;
      if (idleMs < minIdleMs) return false;
      const allowedMs = await idleMsOf(store, session.userId);
      if (allowedMs === null || idleMs <= allowedMs) return false;
      const { sessionId } = session.parts;
      const locked = await store.writeOrg(async (db) => {
        const row = await lockRow(db, sessionId, now);
        // Whoever opens the till later would name work of their own; they cannot mark it.
        if (row && !isOpenPage && !marksItsWork(session)) await nameWaiting(db, sessionId, []);
        return row;
      });
      if (locked) locks.add([{ sessionId, lockVersion: locked.lock_version, isLocked: true }]);
      return true;
    },

    async lockOthers(device, openId) {
      if (device.id === '' && device.key === '') return;
      const now = clock();
      const changes = await store.writeOrg(async (db) => {
        const locked: LockChange[] = [];
        for (const id of await othersOf(db, device, openId)) {
          const row = await lockRow(db, id, now);
          if (!row) continue;
          // What waits there is sent by whoever opened the till now.
          await nameWaiting(db, id, []);
          locked.push({ sessionId: id, lockVersion: row.lock_version, isLocked: true });
        }
        return locked;
      });
      locks.add(changes);
    },
  };
}
