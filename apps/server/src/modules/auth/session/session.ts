/**
 * Sign-ins on devices. Each is a family of refresh tokens that rotate: a used token returns the same successor for 30 s (two tabs) and ends
 * the family later. A sign-in ends after 30 idle days and after 90 days in all. Source: docs/rules.md#refresh-token.
 */
import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Kysely, Selectable } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Database, SessionTable } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { findPerson, type Person } from '../person.ts';
import type { EndedSessions, EndReason } from './ended-sessions.ts';
import { type RefreshParts, type Tokens, tokenHash } from './token.ts';

const day = 86_400_000;
export const idleMs = 30 * day;
export const absoluteMs = 90 * day;
export const graceMs = 30_000;
export const passcodeTries = 5;

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly ip: string;
}

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

export interface OpenSession {
  readonly parts: RefreshParts;
  readonly token: string;
  readonly userId: number;
  readonly endsAt: number;
  readonly passcodeFailures: number;
}

export type RunningSession = Pick<
  Selectable<SessionTable>,
  'id' | 'device_name' | 'ip' | 'created_at' | 'last_used_at'
>;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly ended: EndedSessions;
}

/** Creates the session service. */
export function createSessions({ store, clock, tokens, ended }: Parts): Sessions {
  const answer = async (person: Person, sessionId: string, refreshToken: string, now: number): Promise<SignedIn> => ({
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
  });

  const insertToken = (db: Kysely<Database>, token: string, sessionId: string, now: number, endsAt: number) =>
    db
      .insertInto('refresh_token')
      .values({
        token_hash: tokenHash(token),
        session_id: sessionId,
        created_at: now,
        expires_at: Math.min(now + idleMs, endsAt),
        used_at: null,
        successor_hash: null,
      })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .execute();

  const end = async (sessionIds: readonly string[], reason: EndReason): Promise<void> => {
    if (sessionIds.length === 0) return;
    const now = clock();
    await store.writeOrg(async (db) => {
      await db
        .updateTable('session')
        .set({ ended_at: now, end_reason: reason })
        .where('id', 'in', sessionIds)
        .where('ended_at', 'is', null)
        .execute();
      await db.deleteFrom('refresh_token').where('session_id', 'in', sessionIds).execute();
    });
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
      const endsAt = now + absoluteMs;
      await store.writeOrg(async (db) => {
        await db
          .insertInto('session')
          .values({
            id: sessionId,
            user_id: person.id,
            device_id: device.id,
            device_name: device.name,
            ip: device.ip,
            created_at: now,
            last_used_at: now,
            expires_at: endsAt,
            ended_at: null,
            end_reason: null,
          })
          .execute();
        await insertToken(db, refreshToken, sessionId, now, endsAt);
        await db.updateTable('app_user').set({ last_login_at: now }).where('id', '=', person.id).execute();
      });
      return answer(person, sessionId, refreshToken, now);
    },

    async find(refreshToken) {
      const parts = tokens.readRefresh(refreshToken);
      if (!parts) throw refused('sessionEnded');
      const now = clock();
      const { session, row } = await store.readOrg(async (db) => ({
        session: await db.selectFrom('session').selectAll().where('id', '=', parts.sessionId).executeTakeFirst(),
        row: await db
          .selectFrom('refresh_token')
          .selectAll()
          .where('token_hash', '=', tokenHash(refreshToken))
          .executeTakeFirst(),
      }));
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
        const used = await db
          .updateTable('refresh_token')
          .set({ used_at: now, successor_hash: tokenHash(successor) })
          .where('token_hash', '=', tokenHash(session.token))
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (Number(used.numUpdatedRows) === 1) {
          await insertToken(db, successor, sessionId, now, session.endsAt);
          await db.updateTable('session').set({ last_used_at: now }).where('id', '=', sessionId).execute();
          await db
            .deleteFrom('refresh_token')
            .where('session_id', '=', sessionId)
            .where('used_at', '<', now - 10 * graceMs)
            .execute();
        }
        return findPerson(db, session.userId);
      });
      if (!person) {
        await end([sessionId], 'deactivated');
        throw refused('sessionEnded');
      }
      return answer(person, sessionId, successor, now);
    },

    async isOpen(sessionId) {
      const row = await store.readOrg((db) =>
        db
          .selectFrom('session')
          .select('id')
          .where('id', '=', sessionId)
          .where('ended_at', 'is', null)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },

    async endOfToken(refreshToken) {
      const parts = tokens.readRefresh(refreshToken);
      if (parts) await end([parts.sessionId], 'logout');
    },

    async endOfUser(userId, reason, except) {
      const rows = await store.readOrg((db) =>
        db.selectFrom('session').select('id').where('user_id', '=', userId).where('ended_at', 'is', null).execute(),
      );
      await end(
        rows.map((row) => row.id).filter((id) => id !== except),
        reason,
      );
    },

    list(userId) {
      const now = clock();
      return store.readOrg((db) =>
        db
          .selectFrom('session')
          .select(['id', 'device_name', 'ip', 'created_at', 'last_used_at'])
          .where('user_id', '=', userId)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', now)
          .where('last_used_at', '>', now - idleMs)
          .orderBy('last_used_at', 'desc')
          .execute(),
      );
    },
  };
}
