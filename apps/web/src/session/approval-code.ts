/**
 * Approval codes on this device: an approver types one while the server is away, and the till signs the approval. The secret for it is stored
 * locked under the code, computed slowly, and under a key that cannot be exported. It never opens the screen, and the passcode never opens it.
 * Five wrong codes and 14 days without an unlock by the server erase it. Source: R36.5, docs/rules.md#offline-approvals.
 */
import {
  type ApprovedAction,
  maxOfflineApprovals,
  offlineApprovalText,
  offlineHeader,
} from '@atoll/domain/access/offline-approval';
import type { ActionPermission } from '@atoll/domain/access/permission';
import { tillNow } from '../clock/till-clock.ts';
import { changeOne, readAll, removeOne, writeOne } from '../storage/idb.ts';
import { base64urlOf, bytesOf } from './base64url.ts';
import { uuidv7 } from './id.ts';
import type { SessionUser } from './session-user.ts';
import { newSlowness, type Slowness, slowBits } from './verifier/slow-key.ts';

const wrongTriesAllowed = 5;
const keptMs = 14 * 24 * 60 * 60 * 1000;

type CodeOwner = Pick<SessionUser, 'id' | 'email' | 'name' | 'jobTitle' | 'avatar' | 'permissions'>;

interface StoredCode extends Slowness {
  readonly codeId: string;
  readonly owner: CodeOwner;
  readonly outletIds: readonly number[];
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** The secret, encrypted. */
  readonly locked: ArrayBuffer;
  readonly renewedAt: number;
  readonly wrong: number;
  /** Key of the shift in which it was used last, and how often. */
  readonly usedIn: string;
  readonly used: number;
}

const recordOf = (email: string): string => `approval-code ${email}`;
const isCode = (value: unknown): value is StoredCode =>
  typeof value === 'object' && value !== null && 'codeId' in value && 'locked' in value;

/** Returns the key that locks the secret: from the code, and from a key of this device. */
async function lockKey(code: string, slowness: Slowness, key: CryptoKey): Promise<CryptoKey> {
  const bits = await crypto.subtle.sign('HMAC', key, await slowBits(code, slowness));
  return crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Stores the secret of the server for this person, locked under the code. */
export async function keepApprovalCode(
  user: SessionUser,
  code: string,
  { codeId, secret }: { readonly codeId: string; readonly secret: string },
): Promise<void> {
  const slowness = await newSlowness();
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const locked = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await lockKey(code, slowness, key),
    bytesOf(secret),
  );
  const { id, email, name, jobTitle, avatar, permissions, outlets } = user;
  const stored: StoredCode = {
    ...slowness,
    codeId,
    owner: { id, email, name, jobTitle, avatar, permissions },
    outletIds: outlets.map(({ outletId }) => outletId),
    key,
    iv,
    locked,
    renewedAt: tillNow(),
    wrong: 0,
    usedIn: '',
    used: 0,
  };
  await writeOne('secret', stored, recordOf(email));
}

/** Removes a person's approval code from this device. */
export const forgetApprovalCode = (email: string): Promise<void> => removeOne('secret', recordOf(email));

/** Keeps a person's approval code for another 14 days: they unlocked this device by the server. */
export async function renewApprovalCode(email: string): Promise<void> {
  await changeOne<StoredCode>('secret', recordOf(email), (kept) => ({ ...kept, renewedAt: tillNow() }));
}

/** Returns the approval codes on this device; erases the old ones. */
async function storedCodes(): Promise<readonly StoredCode[]> {
  const all = (await readAll<unknown>('secret')).filter(isCode);
  const old = all.filter(({ renewedAt }) => tillNow() - renewedAt > keptMs);
  await Promise.all(old.map(({ owner }) => forgetApprovalCode(owner.email)));
  return all.filter((one) => !old.includes(one));
}

/** Returns whether a person has an approval code on this device. */
export const hasApprovalCode = async (email: string): Promise<boolean> =>
  (await storedCodes()).some(({ owner }) => owner.email === email);

/** Returns the people who can approve the action for somebody of an outlet on this device without the server. */
export async function offlineApprovers(
  permission: ActionPermission,
  { outletId, userId }: { readonly outletId: number; readonly userId: number },
): Promise<readonly CodeOwner[]> {
  return (await storedCodes())
    .filter(
      ({ owner, outletIds }) =>
        owner.id !== userId && outletIds.includes(outletId) && owner.permissions.includes(permission),
    )
    .map(({ owner }) => owner);
}

export type OfflineGrant =
  | { readonly state: 'granted'; readonly header: string }
  /** `wrong`: wrong code. `erased`: five wrong codes, or none was left. `limit`: used too often in this shift. */
  | { readonly state: 'wrong' | 'erased' | 'limit' };

async function unlocked(kept: StoredCode, code: string): Promise<ArrayBuffer | null> {
  const key = await lockKey(code, kept, kept.key);
  // The wrong key fails: the encryption is authenticated.
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, key, kept.locked).catch(() => null);
}

/** Returns the approval of an action as the outbox sends it, when the code is right. A try is counted before it is checked. */
export async function grantOffline(
  email: string,
  code: string,
  {
    shiftKey,
    amount = null,
    ...action
  }: ApprovedAction & { readonly shiftKey: string; readonly amount?: number | null },
): Promise<OfflineGrant> {
  const usedOf = (kept: StoredCode): number => (kept.usedIn === shiftKey ? kept.used : 0);
  const isOpen = (kept: StoredCode): boolean => kept.wrong < wrongTriesAllowed;
  const kept = await changeOne<StoredCode>('secret', recordOf(email), (known) => {
    if (!isOpen(known)) return null;
    return usedOf(known) >= maxOfflineApprovals ? known : { ...known, wrong: known.wrong + 1 };
  });
  if (!kept || !isOpen(kept)) return { state: 'erased' };
  if (usedOf(kept) >= maxOfflineApprovals) return { state: 'limit' };
  const secret = await unlocked(kept, code);
  await changeOne<StoredCode>('secret', recordOf(email), (known) => {
    if (secret) return { ...known, wrong: 0, usedIn: shiftKey, used: usedOf(known) + 1 };
    return isOpen(known) ? known : null;
  });
  if (!secret) return { state: kept.wrong + 1 >= wrongTriesAllowed ? 'erased' : 'wrong' };
  const given = { codeId: kept.codeId, key: uuidv7(), madeAt: Math.round(tillNow()), amount };
  const hmac = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const text = new TextEncoder().encode(offlineApprovalText(action, given));
  const mac = base64urlOf(await crypto.subtle.sign('HMAC', hmac, text));
  return { state: 'granted', header: offlineHeader({ ...given, mac }) };
}
