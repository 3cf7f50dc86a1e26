/**
 * Sign-ins on devices. Each is a family of refresh tokens that rotate: a used token returns the same successor for 30 s (two tabs) and ends
 * the family later. A sign-in ends after 30 idle days and after 90 days in all. Source: docs/rules.md#refresh-token.
 */
import { randomBytes } from 'node:crypto';
import type { SendOnly, SignedIn } from '@atoll/domain/contract/people/auth';
import type { DeviceProof } from '@atoll/domain/contract/people/device-proof';
import type { Kysely } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Identity } from '../../../platform/http/actor.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { findPerson, type Person } from '../person.ts';
import { provenKey, signedKey } from './device-key.ts';
import type { EndedSessions, EndReason } from './ended-sessions.ts';
import type { ReportForeignUse } from './foreign-device.ts';
import type { LockChanges } from './lock-changes.ts';
import { bindPage, isOpenPage } from './page-proof.ts';
import { type Admitted, admitToken, createSessionLock, openLocked, type SessionLock } from './session-lock.ts';
import {
  bindSession,
  type Device,
  endApprovalCodes,
  endSessions,
  findLock,
  findSession,
  graceMs,
  insertSession,
  type OpenSession,
  openSessionIds,
  type RunningSession,
  runningSessions,
  useToken,
} from './session-queries.ts';
import { signedIn } from './signed-in.ts';
import type { Tokens } from './token.ts';
import type { Waiting } from './work-mark.ts';

export interface Sessions {
  /** Opens a sign-in for a person whose secret was checked. Refused: 'sessionEnded' when the caller has gone: nobody would use it. */
  open(person: Person, device: Device, once?: OpenedOnce): Promise<SignedIn>;
  /**
   * Returns the session of a valid refresh token. Refused: 'sessionEnded' when it ended, expired or was used before, 'deviceForeign' on another
   * device than its own, 'proofOld'.
   */
  find(refreshToken: string, caller: Caller): Promise<OpenSession>;
  /** Exchanges the token of a found session for its successor. Refused: 'locked' with what it may send, also for a page that was closed. */
  refresh(session: OpenSession): Promise<SignedIn>;
  /** Opens the lock of a found session, locks the others of its device, and exchanges its token for its successor. */
  unlock(session: OpenSession): Promise<SignedIn>;
  /** Locks the session of a refresh token. `waiting`: the writes that wait on its till. */
  lock(refreshToken: string, caller: Caller, waiting: Waiting): Promise<SendOnly>;
  /**
   * Returns the device of a token's session, the outlets of its person, and the names of the only writes that it may make; without them, of an open session, it may do everything.
   * Refused: 'sessionEnded', and 'locked' for a token of before the last lock.
   */
  admit(identity: Pick<Identity, 'sessionId' | 'lockVersion' | 'userId'>): Promise<Admitted>;
  end(sessionIds: readonly string[], reason: EndReason): Promise<void>;
  /** Ends the session of a refresh token; does nothing on another device than its own. */
  endOfToken(refreshToken: string, caller: Caller): Promise<void>;
  /** Ends all sign-ins and approval codes of a person, except the given sign-in and the code of its device. */
  endOfUser(userId: number, reason: EndReason, except?: string): Promise<void>;
  /** Returns the open sign-ins of a person, the last used first. */
  list(userId: number): Promise<RunningSession[]>;
}

/** What makes one sign-in of a call that arrives twice, and none of one that nobody waits for: each would lock the others of its device. */
export interface OpenedOnce {
  /** Of the sign-in, from the device: the same key opens the same session. */
  readonly signInKey?: string | undefined;
  /** Returns whether the caller has closed the connection. */
  readonly isGone?: () => boolean;
  /** False when no password was typed: sensitive changes ask for it. */
  readonly hasPassword?: boolean;
  /** Epoch ms when it ends at the latest. */
  readonly endsBy?: number;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly ended: EndedSessions;
  readonly locks: LockChanges;
  readonly reportForeign: ReportForeignUse;
}

/** Who calls about a session: the device as it describes itself, and the proof that it is the one that signed in. */
export interface Caller {
  /** Key of the contract. */
  readonly endpoint: string;
  readonly device: Device;
  readonly proof: DeviceProof | undefined;
  /** What its page has of the proof that it was opened; absent from a page of an earlier release. */
  readonly page?: string | undefined;
  /** Whether its page marks the work that it makes. */
  readonly marksWork?: boolean | undefined;
}

/** Creates the session service. */
export function createSessions({ store, clock, tokens, ended, locks, reportForeign }: Parts): Sessions {
  const sessionLock = createSessionLock({ store, clock, tokens, locks });
  const end = async (sessionIds: readonly string[], reason: EndReason): Promise<void> => {
    if (sessionIds.length === 0) return;
    const now = clock();
    await store.writeOrg((db) => endSessions(db, sessionIds, reason, now));
    ended.add(sessionIds);
  };

  const find = (refreshToken: string, caller: Caller) =>
    findOpen({ store, clock, tokens, end, reportForeign }, refreshToken, caller);
  const rotate = (session: OpenSession, lockVersionOf: LockVersionOf) =>
    exchange({ store, clock, tokens, end }, session, lockVersionOf);

  return {
    end,
    find,

    open: (person, device, once = {}) => openOnce({ store, clock, tokens, sessionLock }, person, device, once),

    async refresh(session) {
      const isOpen = await isOpenPage({ store, clock, tokens }, session);
      if (session.isLocked || (await sessionLock.lockIfIdle(session, isOpen && session.isPageBound)) || !isOpen)
        throw refused('locked', { extra: { ...(await sessionLock.sendOnly(session)) } });
      return rotate(session, async (db) => {
        const lock = await findLock(db, session.parts.sessionId);
        if (lock?.locked_at !== null) throw refused('locked');
        const isMarking = session.workLockVersion === lock.lock_version;
        if (session.page !== undefined && (!session.isPageBound || isMarking !== session.marksWork))
          await bindPage(db, session, lock.lock_version);
        return lock.lock_version;
      });
    },

    async unlock(session) {
      const { sessionId, generation } = session.parts;
      let lockVersion = 0;
      const signed = await rotate(session, async (db) => {
        lockVersion = await openLocked(db, sessionId, generation, clock());
        await bindPage(db, session, lockVersion);
        return lockVersion;
      });
      locks.add([{ sessionId, lockVersion, isLocked: false }]);
      await sessionLock.lockOthers({ id: session.deviceId, key: session.deviceKey }, sessionId);
      return signed;
    },

    async lock(refreshToken, caller, waiting) {
      return sessionLock.lock(await find(refreshToken, caller), waiting);
    },

    admit: (identity) => admitToken({ store, clock }, identity),

    async endOfToken(refreshToken, { endpoint, proof }) {
      const parts = tokens.readRefresh(refreshToken);
      const found = parts && (await store.readOrg((db) => findSession(db, parts.sessionId, refreshToken))).session;
      if (found && (!found.device_key || signedKey(proof, endpoint, refreshToken) === found.device_key))
        await end([found.id], 'logout');
    },

    async endOfUser(userId, reason, except) {
      const ids = await store.readOrg((db) => openSessionIds(db, userId));
      await store.writeOrg((db) => endApprovalCodes(db, userId, clock(), except));
      await end(
        ids.filter((id) => id !== except),
        reason,
      );
    },

    list(userId) {
      const now = clock();
      return store.readOrg((db) => runningSessions(db, userId, now));
    },
  };
}

type OpenParts = Pick<Parts, 'store' | 'clock' | 'tokens'> & { readonly sessionLock: SessionLock };

/** Opens the session of a sign-in, and locks the others of its device; returns the same session for the same key. */
async function openOnce(
  { store, clock, tokens, sessionLock }: OpenParts,
  person: Person,
  device: Device,
  { signInKey, isGone = () => false, hasPassword = true, endsBy }: OpenedOnce,
): Promise<SignedIn> {
  const now = clock();
  const sessionId = signInKey
    ? tokens.digest(`sign-in ${person.id} ${device.id} ${device.key} ${signInKey}`)
    : randomBytes(16).toString('base64url');
  const refreshToken = tokens.refresh({ sessionId, generation: 0 });
  const isNew = await store.writeOrg(async (db) => {
    if (isGone()) throw refused('sessionEnded');
    const opened = { sessionId, refreshToken, userId: person.id, passwordAt: hasPassword ? now : 0, endsBy };
    return insertSession(db, opened, device, now);
  });
  if (isNew) await sessionLock.lockOthers({ id: device.id, key: device.key ?? '' }, sessionId);
  return signedIn(tokens, person, { sessionId, refreshToken, lockVersion: 0, keepsPage: device.keepsPage }, now);
}

interface TokenParts extends Pick<Parts, 'store' | 'clock' | 'tokens'> {
  readonly end: Sessions['end'];
}

/** Returns the session of a refresh token; a token that is used again ends its session. Refused: 'sessionEnded', 'deviceForeign', 'proofOld'. */
async function findOpen(
  { store, clock, tokens, end, reportForeign }: TokenParts & Pick<Parts, 'reportForeign'>,
  refreshToken: string,
  { endpoint, device, proof, page, marksWork = false }: Caller,
): Promise<OpenSession> {
  const parts = tokens.readRefresh(refreshToken);
  if (!parts) throw refused('sessionEnded');
  const now = clock();
  const { session, row } = await store.readOrg((db) => findSession(db, parts.sessionId, refreshToken));
  if (!session || session.ended_at !== null) throw refused('sessionEnded');
  const key = provenKey(proof, endpoint, refreshToken, now);
  if (session.device_key && key !== session.device_key) {
    // A copy of the token must not end the session of its owner either.
    void reportForeign({ sessionId: session.id, userId: session.user_id, device }, now);
    throw refused('deviceForeign');
  }
  const isReused = !row || (row.used_at !== null && Math.abs(now - row.used_at) > graceMs);
  const isOver = session.expires_at <= now || (row !== undefined && row.expires_at <= now);
  if (isReused || isOver) {
    await end([session.id], isOver ? 'expired' : 'reused');
    throw refused('sessionEnded');
  }
  const isBound = session.device_key !== null;
  return {
    parts,
    token: refreshToken,
    userId: session.user_id,
    endsAt: isBound ? session.expires_at : await store.writeOrg((db) => bindSession(db, session, key, now)),
    passcodeFailures: session.passcode_failures,
    deviceId: session.device_id,
    lastUsedAt: session.last_used_at,
    isLocked: session.locked_at !== null,
    deviceKey: session.device_key ?? key ?? '',
    lockVersion: session.lock_version,
    isPageBound: session.page_lock_version === session.lock_version,
    workLockVersion: session.work_lock_version,
    marksWork,
    page,
  };
}

/** Returns the version of a session's lock in the transaction of an exchange, or refuses. */
type LockVersionOf = (db: Kysely<Database>) => Promise<number>;

/** Exchanges the refresh token of a session for its successor and an access token. */
async function exchange(
  { store, clock, tokens, end }: TokenParts,
  session: OpenSession,
  lockVersionOf: LockVersionOf,
): Promise<SignedIn> {
  const now = clock();
  const { sessionId, generation } = session.parts;
  const refreshToken = tokens.refresh({ sessionId, generation: generation + 1 });
  const { person, lockVersion } = await store.writeOrg(async (db) => {
    await useToken(db, session, refreshToken, now);
    return { lockVersion: await lockVersionOf(db), person: await findPerson(db, session.userId) };
  });
  if (!person) {
    await end([sessionId], 'deactivated');
    throw refused('sessionEnded');
  }
  return signedIn(tokens, person, { sessionId, refreshToken, lockVersion, keepsPage: session.page !== undefined }, now);
}
