/**
 * Whose work a device may send: of people who were signed in on it at that time, and of those who were on the device that saved their work to a file.
 * Source: R36.15, R31.18, docs/rules.md#outbox-author.
 */
import { savedWorkSubject } from '@atoll/domain/contract/people/saved-work';
import type { Actor } from '../../../platform/http/actor.ts';
import type { SentWork } from '../../../platform/http/on-behalf-of.ts';
import type { Store } from '../../../platform/store/store.ts';
import { notify } from '../../notification/service.ts';
import { signedKey } from './device-key.ts';
import { deviceOfSession, sessionsOfKey } from './session-queries.ts';

/** How far the clock of a till may differ. */
const skewMs = 5 * 60_000;
/** A till works without the server for this long: it does not know that its session ended, unless it signed out itself. */
const awayMs = 72 * 3_600_000;
const dayMs = 86_400_000;

interface Author {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns whether the author had a session on the device of the caller's session, with its key, at the time named; without a time, at any time. Work
 * from a file names the device that saved it, which signed it. Where not, the work counts as the caller's, the history has the attempt, and those who
 * manage settings are notified of the second within a day.
 */
export async function wasSignedIn(store: Store, actor: Actor, author: Author, work: SentWork): Promise<boolean> {
  const device = actor.madeOn ? savedDevice(actor, author.id, work) : await deviceOfSession(store, actor.sessionId);
  const isNamed = device !== undefined && device.id !== '';
  if (isNamed && (await hadSession(store, { userId: author.id, device, at: actor.authoredAt }))) return true;
  if (author.id !== actor.userId) await report(store, actor, author);
  return false;
}

/** Returns the device that saved the work to a file; undefined when its signature is not of this work, author and time. */
function savedDevice(
  { madeOn, authoredAt }: Actor,
  authorId: number,
  { endpoint, raw }: SentWork,
): Asked['device'] | undefined {
  if (!madeOn || authoredAt === undefined) return undefined;
  const { device: id, key, signature } = madeOn;
  if (key === '') return { id, key };
  const isSigned = signedKey({ key, signature, at: authoredAt }, endpoint, savedWorkSubject(authorId, raw)) === key;
  return isSigned ? { id, key } : undefined;
}

interface Asked {
  readonly userId: number;
  readonly device: { readonly id: string; readonly key: string };
  readonly at: number | undefined;
}

async function hadSession(store: Store, { userId, device, at }: Asked): Promise<boolean> {
  const all = await store.readOrg((db) =>
    db
      .selectFrom('session')
      .select(['created_at', 'expires_at', 'ended_at', 'end_reason', 'device_key'])
      .where('user_id', '=', userId)
      .where('device_id', '=', device.id)
      .execute(),
  );
  const sessions = sessionsOfKey(all, device.key);
  if (at === undefined) return sessions.length > 0;
  return sessions.some(({ created_at, expires_at, ended_at, end_reason }) => {
    const until = ended_at === null ? expires_at : end_reason === 'logout' ? ended_at : ended_at + awayMs;
    return at >= created_at - skewMs && at <= until + skewMs;
  });
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
