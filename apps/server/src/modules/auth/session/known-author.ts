/**
 * Whose work a device may send: of people who were signed in on it at that time, and of those who were on the device that saved their work to a file.
 * Source: R36.15, R31.18, docs/rules.md#outbox-author.
 */
import { savedWorkSubject } from '@atoll/domain/contract/people/saved-work';
import { wasAway } from '@atoll/domain/shift/absence';
import type { Selectable } from 'kysely';
import { type Actor, provenDevice } from '../../../platform/http/actor.ts';
import type { SentWork } from '../../../platform/http/on-behalf-of.ts';
import type { Clock } from '../../../platform/http/services.ts';
import { findContact } from '../../../platform/store/outlet/device-contact.ts';
import type { SessionTable } from '../../../platform/store/schema/schema-people.ts';
import type { Store } from '../../../platform/store/store.ts';
import { notify } from '../../notification/service.ts';
import { signedKey } from './device-key.ts';
import { deviceOfSession, sessionsOfKey } from './session-queries.ts';

/** How far the clock of a till may differ. */
const skewMs = 5 * 60_000;
/** How long after the lock of a session its page may not know of it: as long as a page takes to learn it. */
const learnsWithinMs = 60_000;
/** A till works without the server for this long: it does not know that its session ended, unless it signed out itself. */
const awayMs = 72 * 3_600_000;
const dayMs = 86_400_000;

interface Author {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns whether the author had a session on the device of the caller's session, with its key, that was open at the time named; without a time, within
 * the time that a till may be away. A session that is locked was open after its lock only while the server did not hear of the device, because tills
 * are unlocked without the server too. Work from a file names the device that saved it, which signed it. Where not, the work counts as the caller's, the
 * history has the attempt, and those who manage settings are notified of the second within a day.
 */
export async function wasSignedIn(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  actor: Actor,
  author: Author,
  work: SentWork,
): Promise<boolean> {
  const device = actor.madeOn ? savedDevice(actor, author.id, work) : await deviceOfSession(store, actor.sessionId);
  const isNamed = device !== undefined && device.id !== '';
  if (isNamed && (await wasThere(store, actor, await sessionsOf(store, author.id, device), clock()))) return true;
  if (author.id !== actor.userId) await report(store, actor, author);
  return false;
}

/** Returns whether one of these sessions was open when the work was made, as far as its time is known. */
async function wasThere(store: Store, actor: Actor, sessions: readonly AuthorSession[], now: number): Promise<boolean> {
  const { authoredAt: at } = actor;
  if (at === undefined) return sessions.some((session) => wasOpenSince(session, now - awayMs));
  if (sessions.some(isUnlockedAt(at))) return true;
  return sessions.some(isOpenAt(at)) && isFromAway(store, actor, at, now);
}

/** Returns the device that saved the work to a file; undefined when its signature is not of this work, author and time. */
function savedDevice(
  { madeOn, authoredAt }: Actor,
  authorId: number,
  { endpoint, raw }: SentWork,
): KnownDevice | undefined {
  if (!madeOn || authoredAt === undefined) return undefined;
  const { device: id, key, signature } = madeOn;
  if (key === '') return { id, key };
  const isSigned = signedKey({ key, signature, at: authoredAt }, endpoint, savedWorkSubject(authorId, raw)) === key;
  return isSigned ? { id, key } : undefined;
}

interface KnownDevice {
  readonly id: string;
  readonly key: string;
}

type AuthorSession = Pick<
  Selectable<SessionTable>,
  'created_at' | 'expires_at' | 'ended_at' | 'end_reason' | 'locked_at' | 'device_key'
>;

/** Returns the sessions of a person on a device, with its key where it has one. */
async function sessionsOf(store: Store, userId: number, device: KnownDevice): Promise<readonly AuthorSession[]> {
  const all = await store.readOrg((db) =>
    db
      .selectFrom('session')
      .select(['created_at', 'expires_at', 'ended_at', 'end_reason', 'locked_at', 'device_key'])
      .where('user_id', '=', userId)
      .where('device_id', '=', device.id)
      .execute(),
  );
  return sessionsOfKey(all, device.key);
}

/** Returns whether a session was open at a time. */
const isOpenAt =
  (at: number) =>
  ({ created_at, expires_at, ended_at, end_reason }: AuthorSession): boolean => {
    const until = ended_at === null ? expires_at : end_reason === 'logout' ? ended_at : ended_at + awayMs;
    return at >= created_at - skewMs && at <= until + skewMs;
  };

/** Returns whether a session was open at a time and not locked then, as far as is known: only its last lock is. */
const isUnlockedAt =
  (at: number) =>
  (session: AuthorSession): boolean =>
    isOpenAt(at)(session) && (session.locked_at === null || at <= session.locked_at + learnsWithinMs);

/** Returns whether a session was open, and not locked, at some time since `from`. */
const wasOpenSince = ({ expires_at, ended_at, locked_at }: AuthorSession, from: number): boolean =>
  Math.min(expires_at, ended_at ?? expires_at, locked_at ?? expires_at) >= from;

/** Returns whether the server did not hear of the device of the work at a time. */
async function isFromAway(store: Store, actor: Actor, at: number, now: number): Promise<boolean> {
  const { outletId } = actor;
  const device = actor.madeOn?.device ?? provenDevice(actor);
  const contact = await store.readOutlet(outletId, (db) => findContact({ db, head: { outletId } }, device));
  return wasAway(contact, at, now);
}

function report(store: Store, actor: Actor, author: Author): Promise<void> {
  const { outletId, userId, name, deviceId } = actor;
  return store.writeOutlet(outletId, async (tx) => {
    const before = await tx.db
      .selectFrom('history')
      .select('seq')
      .where('outlet_id', '=', outletId)
      .where('subject', '=', 'User')
      .where('subject_key', '=', String(author.id))
      .where('action', '=', 'Misused')
      .where('user_id', '=', userId)
      .where('at', '>', tx.now - dayMs)
      .limit(2)
      .execute();
    tx.history({
      subject: 'User',
      subjectKey: String(author.id),
      action: 'Misused',
      userId,
      deviceId,
      after: { author: author.id },
    });
    if (before.length === 1)
      await notify(tx, {
        severity: 'Warning',
        title: `${name} sent work in the name of ${author.name}`,
        body: `${author.name} was not signed in on that device then. It was saved as the work of ${name}.`,
        permission: 'settings.manage',
      });
  });
}
