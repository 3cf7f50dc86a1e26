/** A person's own name, picture and password. Source: R8, docs/rules.md#people. */

import { randomBytes } from 'node:crypto';
import type { changePassword as contract } from '@atoll/domain/contract/people/auth';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Clock } from '../../platform/http/services.ts';
import { type Picture, squarePicture } from '../../platform/image/image.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import type { AskPassword } from './password/own-password.ts';
import { hashSecret } from './password/password.ts';
import { personPictureUrl } from './picture-files.ts';
import type { AccessChanges } from './session/access-changes.ts';
import type { Sessions } from './session/session.ts';

const avatarPixels = 256;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly accessChanges: AccessChanges;
  readonly ask: AskPassword;
}

function bytesOf({ file, newPassword, confirmPassword }: BodyOf<typeof contract>): Buffer {
  const isSame = newPassword === confirmPassword;
  if (Buffer.isBuffer(file) && isSame) return file;
  const errors: FieldErrors = isSame
    ? { file: 'Image is required' }
    : { confirmPassword: 'The passwords are not the same' };
  throw refused('invalid', { details: Object.values(errors)[0] ?? '', errors });
}

/** Stores a person's picture and keeps the one before it, which other devices may still show. Returns its address. */
export async function keepPicture(
  db: Kysely<Database>,
  userId: number,
  { content, sha256 }: Picture,
  now: number,
): Promise<string> {
  const key = randomBytes(12).toString('base64url');
  const older = await db
    .selectFrom('person_picture')
    .select('key')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .offset(1)
    .limit(100)
    .execute();
  if (older.length > 0)
    await db
      .deleteFrom('person_picture')
      .where(
        'key',
        'in',
        older.map((row) => row.key),
      )
      .execute();
  await db.insertInto('person_picture').values({ key, user_id: userId, sha256, content, created_at: now }).execute();
  return personPictureUrl(key);
}

/**
 * Writes the profile form after checking the password. The person's other devices are signed out; this one gets a new token.
 * Refused: 'forbidden' for another person's profile, 'invalid', 'passwordWrong', 'tooMany', 'imageUnreadable'.
 */
export async function changeProfile(parts: Parts, actor: Actor, form: BodyOf<typeof contract>): Promise<void> {
  const { store, clock, sessions, accessChanges, ask } = parts;
  const { userId } = actor;
  if (Number(form.id) !== userId) throw refused('forbidden', { details: 'This is another person’s profile' });
  const bytes = bytesOf(form);
  await ask(userId, form.currentPassword);
  const picture = await squarePicture(bytes, avatarPixels);
  const passwordHash = await hashSecret(form.newPassword);
  const now = clock();
  const { access_version } = await store.writeOrg(async (db) => {
    const avatar = await keepPicture(db, userId, picture, now);
    return db
      .updateTable('app_user')
      .set((eb) => ({
        name: form.name,
        avatar,
        password_hash: passwordHash,
        modified_at: now,
        version: eb('version', '+', 1),
        access_version: eb('access_version', '+', 1),
        access_changed_at: now,
      }))
      .where('id', '=', userId)
      .returning('access_version')
      .executeTakeFirstOrThrow();
  });
  accessChanges.add(userId, access_version);
  await sessions.endOfUser(userId, 'password', actor.sessionId);
}
