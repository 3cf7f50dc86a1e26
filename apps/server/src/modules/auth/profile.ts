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
import { writeOwn } from './own-name.ts';
import { hashNewPassword } from './password/new-password.ts';
import type { AskPassword } from './password/own-password.ts';
import { endLinks } from './password/reset.ts';
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

type ProfileForm = BodyOf<typeof contract>;

/** Returns the passwords of the form, or null when it changes none. Refused: 'invalid' when one of the three is missing, or the new ones differ. */
function passwordsOf({ currentPassword, newPassword, confirmPassword }: ProfileForm) {
  if (currentPassword === undefined && newPassword === undefined && confirmPassword === undefined) return null;
  const errors: FieldErrors =
    currentPassword === undefined
      ? { currentPassword: 'Current password is required' }
      : newPassword === undefined
        ? { newPassword: 'New password is required' }
        : confirmPassword === undefined
          ? { confirmPassword: 'Confirm password is required' }
          : newPassword === confirmPassword
            ? {}
            : { confirmPassword: 'The passwords are not the same' };
  const [fault] = Object.values(errors);
  if (fault !== undefined || currentPassword === undefined || newPassword === undefined)
    throw refused('invalid', { details: fault ?? '', errors });
  return { currentPassword, newPassword };
}

/** Returns the bytes of the picture, or null when the form has none. Refused: 'invalid' for something else than a file. */
function bytesOf({ file }: ProfileForm): Buffer | null {
  if (file === undefined) return null;
  if (Buffer.isBuffer(file)) return file;
  throw refused('invalid', { details: 'Image is required', errors: { file: 'Image is required' } });
}

/** Returns the name and email of a person, which their password may not be. */
async function namesOf(store: Store, userId: number): Promise<string[]> {
  const { name, email } = await store.readOrg((db) =>
    db.selectFrom('app_user').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return [name, email];
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
 * Writes what the profile form changes: name, picture, password, each alone or together (R35.50). A new password needs the current one and
 * signs the person's other devices out; this one gets a new token.
 * Refused: 'forbidden' for another person's profile, 'invalid', 'passwordWrong', 'tooMany', 'imageUnreadable'.
 */
export async function changeProfile(parts: Parts, actor: Actor, form: ProfileForm): Promise<void> {
  const { store, clock, sessions, accessChanges, ask } = parts;
  const { userId } = actor;
  if (Number(form.id) !== userId) throw refused('forbidden', { details: 'This is another person’s profile' });
  const passwords = passwordsOf(form);
  const bytes = bytesOf(form);
  if (!passwords && !bytes && form.name === undefined)
    throw refused('invalid', { details: 'Name is required', errors: { name: 'Name is required' } });
  if (passwords) await ask(userId, passwords.currentPassword);
  const picture = bytes && (await squarePicture(bytes, avatarPixels));
  const passwordHash =
    passwords &&
    (await hashNewPassword({
      password: passwords.newPassword,
      field: 'newPassword',
      about: await namesOf(store, userId),
    }));
  const now = clock();
  const { access_version } = await writeOwn(store, actor, form.name, async (db) => {
    const avatar = picture && (await keepPicture(db, userId, picture, now));
    if (passwordHash) await endLinks(db, userId, now).execute();
    return db
      .updateTable('app_user')
      .set((eb) => ({
        ...(form.name !== undefined && { name: form.name }),
        ...(avatar && { avatar }),
        ...(passwordHash && { password_hash: passwordHash }),
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
  if (passwords) await sessions.endOfUser(userId, 'password', actor.sessionId);
}
