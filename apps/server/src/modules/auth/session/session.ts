/**
 * Sign-ins on devices. Each is a family of refresh tokens that rotate: a used token returns the same successor for 30 s (two tabs) and ends
 * the family later. A sign-in ends after 30 idle days and after 90 days in all. Source: docs/rules.md#refresh-token.
 */
import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { refused } from '../../../platform/errors/refused.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { findPerson, type Person } from '../person.ts';
import type { EndedSessions, EndReason } from './ended-sessions.ts';
import {
  type Device,
  endSessions,
  findSession,
  graceMs,
  insertSession,
  isOpenSession,
  type OpenSession,
  openSessionIds,
  type RunningSession,
  runningSessions,
  useToken,
} from './session-queries.ts';
import type { Tokens } from './token.ts';

export const passcodeTries = 5;

export interface Sessions {
  /** Opens a sign-in for a person whose secret was checked. */
  open(person: Person, device: Device): Promise<SignedIn>;
  /** Returns the session of a valid refresh token. Refused: 'sessionEnded' when it ended, expired or was used before. */
  find(refreshToken: string): Promise<OpenSession>;
  /** Exchanges the token of a found session for its successor. */
  rotate(session: OpenSession): Promise<SignedIn>;
  /** Returns whether the store knows the session and it has not ended. */
  isOpen(sessionId: string): Promise<boolean>;
  end(sessionIds: readonly string[], reason: EndReason): Promise<void>;
  endOfToken(refreshToken: string): Promise<void>;
  /** Ends all sign-ins of a person, except the given one. */
  endOfUser(userId: number, reason: EndReason, except?: string): Promise<void>;
  /** Returns the open sign-ins of a person, the last used first. */
  list(userId: number): Promise<RunningSession[]>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly ended: EndedSessions;
}

/** Creates the session service. */
export function createSessions({ store, clock, tokens, ended }: Parts): Sessions {
  const end = async (sessionIds: readonly string[], reason: EndReason): Promise<void> => {
    if (sessionIds.length === 0) return;
    const now = clock();
    await store.writeOrg((db) => endSessions(db, sessionIds, reason, now));
    ended.add(sessionIds);
  };

  const successorOf = (session: OpenSession): string =>
    tokens.refresh({ sessionId: session.parts.sessionId, generation: session.parts.generation + 1 });

  return {
    end,

    async open(person, device) {
      const now = clock();
      const sessionId = randomBytes(16).toString('base64url');
      const refreshToken = tokens.refresh({ sessionId, generation: 0 });
      await store.writeOrg((db) => insertSession(db, sessionId, refreshToken, person.id, device, now));
      return signedIn(tokens, person, sessionId, refreshToken, now);
    },

    async find(refreshToken) {
      const parts = tokens.readRefresh(refreshToken);
      if (!parts) throw refused('sessionEnded');
      const now = clock();
      const { session, row } = await store.readOrg((db) => findSession(db, parts.sessionId, refreshToken));
      if (!session || session.ended_at !== null) throw refused('sessionEnded');
      const isReused = !row || (row.used_at !== null && Math.abs(now - row.used_at) > graceMs);
      const isOver = session.expires_at <= now || (row !== undefined && row.expires_at <= now);
      if (isReused || isOver) {
        await end([session.id], isOver ? 'expired' : 'reused');
        throw refused('sessionEnded');
      }
      return {
        parts,
        token: refreshToken,
        userId: session.user_id,
        endsAt: session.expires_at,
        passcodeFailures: session.passcode_failures,
      };
    },

    async rotate(session) {
      const now = clock();
      const { sessionId } = session.parts;
      const successor = successorOf(session);
      const person = await store.writeOrg(async (db) => {
        await useToken(db, session, successor, now);
        return findPerson(db, session.userId);
      });
      if (!person) {
        await end([sessionId], 'deactivated');
        throw refused('sessionEnded');
      }
      return signedIn(tokens, person, sessionId, successor, now);
    },

    isOpen: (sessionId) => store.readOrg((db) => isOpenSession(db, sessionId)),

    async endOfToken(refreshToken) {
      const parts = tokens.readRefresh(refreshToken);
      if (parts) await end([parts.sessionId], 'logout');
    },

    async endOfUser(userId, reason, except) {
      const ids = await store.readOrg((db) => openSessionIds(db, userId));
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

/** Returns what a device gets when its user is signed in: tokens, and the data of the user. */
async function signedIn(
  tokens: Tokens,
  person: Person,
  sessionId: string,
  refreshToken: string,
  now: number,
): Promise<SignedIn> {
  return {
    token: await tokens.access(
      {
        userId: person.id,
        sessionId,
        name: person.name,
        email: person.email,
        role: person.role,
        outlets: person.outlets.map((o) => o.outletId),
        permissions: person.permissions,
        approvable: person.approvable,
        limits: person.limits,
        accessVersion: person.accessVersion,
      },
      now,
    ),
    refreshToken,
    user: { id: person.id, email: person.email, avatar: person.avatar },
    name: person.name,
    jobTitle: person.jobTitle,
    department: person.department,
    outlets: [...person.outlets],
  };
}
