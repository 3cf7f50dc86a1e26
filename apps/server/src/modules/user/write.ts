/** Creates, changes and deactivates users. Source: docs/rules.md#people, R17. */
import { randomBytes } from 'node:crypto';
import type {
  createUser as createContract,
  UserRecord,
  updateUser as updateContract,
} from '@atoll/domain/contract/people/user';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { type Auth, accountName, endLinks, hashNewPassword, hashPasscode, hashSecret } from '../auth/service.ts';
import {
  accessOf,
  invalid,
  requireAsMuch,
  requireFreeEmail,
  requireGrant,
  requireNoShift,
  requireOtherAdmin,
  requireOutlets,
} from './check.ts';
import { findUserRow, lockUserRow, presentUser, type UserRow } from './find.ts';
import { noteUser, setOutlets } from './record.ts';

export type NewUser = BodyOf<typeof createContract>;
export type UserChange = BodyOf<typeof updateContract>;

export interface Users {
  create(actor: Actor, user: NewUser): Promise<UserRecord>;
  update(actor: Actor, change: UserChange): Promise<UserRecord>;
  /** Deactivates a user. Idempotent. */
  remove(actor: Actor, idOrKey: string): Promise<void>;
}

/** Returns the service that creates, changes and deactivates users. */
export function createUsers(store: Store, auth: Auth): Users {
  const update: Users['update'] = (actor, change) => updateUser(store, auth, actor, change);
  return {
    create: (actor, user) => createUser(store, auth, actor, user),
    update,
    async remove(actor, idOrKey) {
      const row = await store.readOrg((db) => findUserRow(db, actor, idOrKey));
      if (row.is_active) await update(actor, { id: row.id, version: row.version, isActive: false });
    },
  };
}

async function createUser(store: Store, auth: Auth, actor: Actor, user: NewUser): Promise<UserRecord> {
  const access = { role: user.role, overrides: user.overrides ?? [] };
  requireGrant(actor, access, undefined);
  requireOutlets(actor, user.outletIds, []);
  if (!user.isInvited && user.password === undefined) throw invalid('password', 'Password is required');
  if (!user.isInvited && user.passcode === undefined) throw invalid('passcode', 'Passcode is required');
  const email = accountName(user.email);
  const passwordHash =
    user.password === undefined
      ? await hashSecret(randomBytes(32).toString('base64url'))
      : await hashNewPassword({ password: user.password, field: 'password', about: [user.name, email] });
  const passcodeHash = user.passcode === undefined ? '' : await hashPasscode(user.passcode);
  const { row, isNew } = await store.writeOutlet(actor.outletId, (tx) =>
    insertUser(tx, actor, user, { email, passwordHash, passcodeHash }),
  );
  if (isNew && user.isInvited) await auth.reset.invite(row.id, actor.name);
  return store.readOrg((db) => presentUser(db, row));
}

/** The e-mail of a new user, and the hashes of password and passcode. */
interface Credentials {
  readonly email: string;
  readonly passwordHash: string;
  readonly passcodeHash: string;
}

/** Writes a new user, or returns the one that already has this key. Refused: 'keyReused', 'duplicate'. */
async function insertUser(
  tx: OutletTx,
  actor: Actor,
  user: NewUser,
  { email, passwordHash, passcodeHash }: Credentials,
): Promise<{ readonly row: UserRow; readonly isNew: boolean }> {
  const key = user.key.toLowerCase();
  const overrides = user.overrides ?? [];
  const known = await tx.db.selectFrom('app_user').selectAll().where('key', '=', key).executeTakeFirst();
  if (known && known.email !== email) throw refused('keyReused');
  if (known) return { row: known, isNew: false };
  await requireFreeEmail(tx.db, email, 0);
  const inserted: UserRow = await tx.db
    .insertInto('app_user')
    .values({
      key,
      name: user.name,
      email,
      password_hash: passwordHash,
      passcode_hash: passcodeHash,
      role: user.role,
      permission_overrides: JSON.stringify(overrides),
      job_title: user.jobTitle?.trim() ?? '',
      department: user.department?.trim() ?? '',
      phone: user.phone?.trim() ?? '',
      avatar: null,
      last_login_at: null,
      created_at: tx.now,
      modified_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  setOutlets(tx, inserted.id, user.outletIds);
  noteUser(tx, actor, inserted, 'Created', { role: inserted.role, overrides, outletIds: user.outletIds });
  return { row: inserted, isNew: true };
}

/** The values of a user after a change. An undefined hash keeps the old password or passcode. */
interface Wanted {
  readonly access: ReturnType<typeof accessOf>;
  readonly outletIds: readonly number[];
  readonly email: string;
  readonly isActive: boolean;
  readonly passwordHash: string | undefined;
  readonly passcodeHash: string | undefined;
}

async function updateUser(store: Store, auth: Auth, actor: Actor, change: UserChange): Promise<UserRecord> {
  const [row, record] = await store.readOrg(async (db) => {
    const found = await findUserRow(db, actor, change.id);
    return [found, await presentUser(db, found)] as const;
  });
  const outletIds = change.outletIds ?? record.outletIds;
  const access = { role: change.role ?? row.role, overrides: change.overrides ?? row.permission_overrides };
  const email = change.email === undefined ? row.email : accountName(change.email);
  const isActive = change.isActive ?? row.is_active;
  requireGrant(actor, access, accessOf(row));
  requireOutlets(actor, outletIds, record.outletIds);
  const isSignInChanged = change.password !== undefined || change.passcode !== undefined || email !== row.email;
  const isAccessChanged = JSON.stringify(access) !== JSON.stringify(accessOf(row)) || isActive !== row.is_active;
  const isNameChanged = change.name !== undefined && change.name !== row.name;
  if (isSignInChanged || isAccessChanged || isNameChanged) requireAsMuch(actor, row);
  if (row.is_active && !isActive) await requireCanDeactivate(store, actor, row, record.outletIds);
  const about = [change.name ?? row.name, email];
  const passwordHash =
    change.password === undefined
      ? undefined
      : await hashNewPassword({ password: change.password, field: 'password', about });
  const passcodeHash = change.passcode === undefined ? undefined : await hashPasscode(change.passcode);

  const wanted: Wanted = { access, outletIds, email, isActive, passwordHash, passcodeHash };
  const after = await store.writeOutlet(actor.outletId, (tx) => writeUser(tx, actor, row.id, change, wanted));
  auth.accessChanges.add(after.id, after.access_version);
  if (!after.is_active) await auth.sessions.endOfUser(after.id, 'deactivated');
  else if (passwordHash) await auth.sessions.endOfUser(after.id, 'password', ownSession(actor, after.id));
  if (change.isInvited) await auth.reset.invite(after.id, actor.name);
  if (after.is_active && after.id !== actor.userId) {
    const isMoved = new Set(outletIds).symmetricDifference(new Set(record.outletIds)).size > 0;
    const isAccessNew = (isAccessChanged || isMoved) && after.access_version !== row.access_version;
    tellOfChange(auth, row, actor, { isAccessNew, isSignInNew: isSignInChanged });
  }
  return store.readOrg((db) => presentUser(db, after));
}

/** Tells a person what somebody else changed of theirs, in the background. A mail goes to the address of before too. */
function tellOfChange(
  { tell }: Auth,
  { id: userId, email: emailBefore }: UserRow,
  { name }: Actor,
  { isAccessNew, isSignInNew }: { readonly isAccessNew: boolean; readonly isSignInNew: boolean },
): void {
  if (isAccessNew)
    void tell(userId, {
      title: 'Your permissions were changed',
      body: `${name} changed your role, permissions or outlets.`,
    });
  if (isSignInNew)
    void tell(userId, {
      title: 'Your sign-in was changed',
      body: `${name} changed your password, passcode or email. If you did not ask for it, ask why: work can be done in your name with it.`,
      emailBefore,
    });
}

/** Writes a change of a user and returns the row after it. Refused: 'versionOld', 'duplicate', 'lastAdmin'. */
async function writeUser(
  tx: OutletTx,
  actor: Actor,
  userId: number,
  change: UserChange,
  wanted: Wanted,
): Promise<UserRow> {
  const { access, outletIds, email, isActive } = wanted;
  const now = await lockUserRow(tx, actor, userId);
  const current = await presentUser(tx.db, now);
  if (now.version !== change.version) throw refused('versionOld', { extra: { record: current } });
  if (email !== now.email) await requireFreeEmail(tx.db, email, now.id);
  if (now.role === 'Admin' && now.is_active && (access.role !== 'Admin' || !isActive))
    await requireOtherAdmin(tx, now.id);
  const columns = columnsOf(change, wanted, now, current, tx.now);
  const { id } = now;
  tx.write(
    tx.db
      .updateTable('app_user')
      .set({ ...columns, permission_overrides: JSON.stringify(access.overrides) })
      .where('id', '=', id),
  );
  const written: UserRow = { ...now, ...columns, permission_overrides: access.overrides };
  if (change.outletIds) setOutlets(tx, id, outletIds);
  if (email !== now.email || wanted.passwordHash) tx.write(endLinks(tx.db, id, tx.now));
  const before = { role: now.role, overrides: now.permission_overrides, outletIds: current.outletIds };
  const fields = Object.keys(change).filter((name) => name !== 'id' && name !== 'version');
  noteUser(tx, actor, written, 'Changed', { ...access, outletIds, isActive, fields }, before);
  return written;
}

/** Returns the columns to write. Only what was sent is written: the person may be changing their own password at this moment. */
function columnsOf(change: UserChange, wanted: Wanted, now: UserRow, record: UserRecord, at: number) {
  const { access, outletIds, email, isActive, passwordHash, passcodeHash } = wanted;
  const isAccessOrNameChanged =
    JSON.stringify([access, outletIds]) !== JSON.stringify([accessOf(now), record.outletIds]) ||
    (change.name !== undefined && change.name !== now.name);
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.jobTitle !== undefined && { job_title: change.jobTitle.trim() }),
    ...(change.department !== undefined && { department: change.department.trim() }),
    ...(change.phone !== undefined && { phone: change.phone.trim() }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(passcodeHash !== undefined && { passcode_hash: passcodeHash }),
    ...(isAccessOrNameChanged && { access_version: now.access_version + 1, access_changed_at: at }),
    email,
    role: access.role,
    is_active: isActive,
    version: now.version + 1,
    modified_at: at,
  };
}

async function requireCanDeactivate(
  store: Store,
  actor: Actor,
  row: UserRow,
  outletIds: readonly number[],
): Promise<void> {
  if (row.id === actor.userId) throw refused('ownAccount');
  await requireNoShift(store, row.id, outletIds);
}

/** Returns the session that continues after a password change: that of the actor, when they change their own password. */
const ownSession = (actor: Actor, userId: number): string | undefined =>
  userId === actor.userId ? actor.sessionId : undefined;
