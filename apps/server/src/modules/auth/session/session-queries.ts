/** Statements of sign-ins and their refresh tokens. */
import { keylessSessionMs } from '@atoll/domain/contract/people/device-proof';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { SessionTable } from '../../../platform/store/schema/schema-people.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { EndReason } from './ended-sessions.ts';
import { type RefreshParts, tokenHash } from './token.ts';

const day = 86_400_000;
export const idleMs = 30 * day;
export const absoluteMs = 90 * day;
export const graceMs = 30_000;

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly ip: string;
  /** The public key that the device proved to have; '' for none, absent when it is not known yet. */
  readonly key?: string;
  /** Whether its page keeps a proof that it was opened. */
  readonly keepsPage?: boolean;
  /** Whether its page marks the work that it makes. */
  readonly marksWork?: boolean | undefined;
}

export interface OpenSession {
  readonly parts: RefreshParts;
  readonly token: string;
  readonly userId: number;
  readonly endsAt: number;
  readonly passcodeFailures: number;
  readonly deviceId: string;
  /** Epoch ms of the last refresh. */
  readonly lastUsedAt: number;
  readonly isLocked: boolean;
  /** The public key of its device; '' when it has none or is not bound yet. */
  readonly deviceKey: string;
  readonly lockVersion: number;
  /** Whether only a page that proves to be opened renews it. */
  readonly isPageBound: boolean;
  /** The `lockVersion` at which a page that marks its work opened it; null when none did. */
  readonly workLockVersion: number | null;
  /** Whether the page of this call marks its work. */
  readonly marksWork: boolean;
  /** What the page of this call has of its proof; absent from a page of an earlier release. */
  readonly page: string | undefined;
}

export type RunningSession = Pick<
  Selectable<SessionTable>,
  'id' | 'device_name' | 'ip' | 'created_at' | 'last_used_at'
>;

interface NewSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly userId: number;
  /** Epoch ms when the password was typed; 0 for never. */
  readonly passwordAt: number;
  /** Epoch ms when it ends at the latest; undefined where only its age ends it. */
  readonly endsBy: number | undefined;
}

/** Writes a new sign-in with its first refresh token, and when its user last signed in. Returns false when it exists. */
export async function insertSession(
  db: Kysely<Database>,
  { sessionId, refreshToken, userId, passwordAt, endsBy = Number.POSITIVE_INFINITY }: NewSession,
  device: Device,
  now: number,
): Promise<boolean> {
  const endsAt = Math.min(endsBy, now + (device.key === '' ? keylessSessionMs : absoluteMs));
  const inserted = await db
    .insertInto('session')
    .values({
      id: sessionId,
      user_id: userId,
      device_id: device.id,
      device_name: device.name,
      device_key: device.key ?? null,
      ip: device.ip,
      created_at: now,
      last_used_at: now,
      expires_at: endsAt,
      ended_at: null,
      end_reason: null,
      password_at: passwordAt,
      page_lock_version: device.keepsPage ? 0 : null,
      work_lock_version: device.keepsPage && device.marksWork ? 0 : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (Number(inserted.numInsertedOrUpdatedRows) === 0) return false;
  await insertToken(db, refreshToken, sessionId, now, endsAt);
  await db.updateTable('app_user').set({ last_login_at: now }).where('id', '=', userId).execute();
  return true;
}

/** Writes a refresh token by its hash, unless it exists. It expires after the idle time, and with its sign-in. */
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

/**
 * Binds a session of before to the key of its device. Without a key it lives as long as one on a device that has none. Returns when it ends.
 */
export async function bindSession(
  db: Kysely<Database>,
  session: Pick<Selectable<SessionTable>, 'id' | 'created_at' | 'expires_at'>,
  key: string | undefined,
  now: number,
): Promise<number> {
  const endsAt =
    key === undefined ? Math.min(session.expires_at, now + keylessSessionMs) : session.created_at + absoluteMs;
  if (key === undefined && endsAt === session.expires_at) return endsAt;
  await db
    .updateTable('session')
    .set({ expires_at: endsAt, device_key: key ?? null })
    .where('id', '=', session.id)
    .where('device_key', 'is', null)
    .execute();
  return endsAt;
}

/** Returns a sign-in and its refresh token, as far as they exist. */
export async function findSession(db: Kysely<Database>, sessionId: string, refreshToken: string) {
  return {
    session: await db.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst(),
    row: await db
      .selectFrom('refresh_token')
      .selectAll()
      .where('token_hash', '=', tokenHash(refreshToken))
      .executeTakeFirst(),
  };
}

/** Marks the token of a sign-in as used and writes its successor. Does nothing when it was used before. */
export async function useToken(
  db: Kysely<Database>,
  session: OpenSession,
  successor: string,
  now: number,
): Promise<void> {
  const { sessionId } = session.parts;
  const used = await db
    .updateTable('refresh_token')
    .set({ used_at: now, successor_hash: tokenHash(successor) })
    .where('token_hash', '=', tokenHash(session.token))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (Number(used.numUpdatedRows) !== 1) return;
  await insertToken(db, successor, sessionId, now, session.endsAt);
  await db.updateTable('session').set({ last_used_at: now }).where('id', '=', sessionId).execute();
  await db
    .deleteFrom('refresh_token')
    .where('session_id', '=', sessionId)
    .where('used_at', '<', now - 10 * graceMs)
    .execute();
}

/** Ends sign-ins and deletes their refresh tokens. */
export async function endSessions(
  db: Kysely<Database>,
  sessionIds: readonly string[],
  reason: EndReason,
  now: number,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('id', 'in', sessionIds)
    .where('ended_at', 'is', null)
    .execute();
  await db.deleteFrom('refresh_token').where('session_id', 'in', sessionIds).execute();
  await db.deleteFrom('session_waiting').where('session_id', 'in', sessionIds).execute();
}

/** Returns the lock of a sign-in; undefined when it is unknown or has ended. */
export const findLock = (db: Kysely<Database>, sessionId: string) =>
  db
    .selectFrom('session')
    .select(['locked_at', 'lock_version', 'device_id'])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/**
 * Returns those of a person's sessions on a device that count for a caller with this key ('' without one). A device that proved a key is known by this
 * key alone, because its id is no secret. One that proved to have none has none later. A session of the release before is not bound yet.
 */
export function sessionsOfKey<T extends Pick<Selectable<SessionTable>, 'device_key'>>(
  sessions: readonly T[],
  key: string,
): readonly T[] {
  const bound = sessions.filter(({ device_key }) => device_key);
  if (bound.length > 0 && !bound.some(({ device_key }) => device_key === key)) return [];
  return sessions.filter(({ device_key }) => device_key === null || device_key === key);
}

/** Returns whether a user signed in on a device before. A device without an id is never known. */
export async function isKnownDevice(db: Kysely<Database>, userId: number, { id, key = '' }: Device): Promise<boolean> {
  if (id === '') return false;
  const rows = await db
    .selectFrom('session')
    .select('device_key')
    .distinct()
    .where('user_id', '=', userId)
    .where('device_id', '=', id)
    .execute();
  return sessionsOfKey(rows, key).length > 0;
}

/** Returns whether a user signed in from the address of a caller that names no device before, as programs do. */
export async function isKnownProgram(db: Kysely<Database>, userId: number, { id, ip }: Device): Promise<boolean> {
  if (id !== '') return false;
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('device_id', '=', '')
    .where('ip', '=', ip)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the approval codes of a person, except on the device of the given sign-in: whoever set one may have known the password. */
export async function endApprovalCodes(
  db: Kysely<Database>,
  userId: number,
  now: number,
  exceptSession = '',
): Promise<void> {
  const here = db
    .selectFrom('session')
    .select('device_id')
    .where('id', '=', exceptSession)
    .where('device_id', '!=', '');
  await db
    .updateTable('approval_code')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('device_id', 'not in', here)
    .execute();
}

/** For how long a sign-in that is over is kept: as long as the history is looked at by device, and work may arrive that was done in it. */
const endedKeptMs = 400 * 86_400_000;
const forgottenAtOnce = 500;

/** Removes sign-ins that were over long ago, some at a time; the last one of a person on a device stays, with the name of the device. */
export async function forgetSessions(db: Kysely<Database>, now: number): Promise<void> {
  const before = now - endedKeptMs;
  const unused = (table: 'refresh_token' | 'hub_ticket' | 'session_waiting') =>
    sql<boolean>`not exists (select 1 from ${sql.table(table)} where session_id = over.id)`;
  const old = db
    .selectFrom('session as over')
    .select('over.id')
    .where((eb) => eb.or([eb('over.ended_at', '<', before), eb('over.expires_at', '<', before)]))
    .where(
      sql<boolean>`exists (select 1 from session as later where later.user_id = over.user_id
        and later.device_id = over.device_id and later.created_at > over.created_at)`,
    )
    .where(unused('refresh_token'))
    .where(unused('hub_ticket'))
    .where(unused('session_waiting'))
    .limit(forgottenAtOnce);
  await db.deleteFrom('session').where('id', 'in', old).execute();
}

/** Returns the ids of the sign-ins of a user that have not ended. */
export async function openSessionIds(db: Kysely<Database>, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the sign-ins of a user that can still be used, the last used first. */
export function runningSessions(db: Kysely<Database>, userId: number, now: number): Promise<RunningSession[]> {
  return db
    .selectFrom('session')
    .select(['id', 'device_name', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - idleMs)
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Returns the id that the device of a session gave, and the public key that it proved to have; each '' without one. */
export async function deviceOfSession(
  store: Pick<Store, 'readOrg'>,
  sessionId: string,
): Promise<{ id: string; key: string }> {
  const row = await store.readOrg((db) =>
    db.selectFrom('session').select(['device_id', 'device_key']).where('id', '=', sessionId).executeTakeFirst(),
  );
  return { id: row?.device_id ?? '', key: row?.device_key ?? '' };
}
