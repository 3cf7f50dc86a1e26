/**
 * Marks the work that is made while its person has the page open. The key of the marks is derived from half of the page's proof and goes when the
 * screen locks or the page closes, so that whoever opens the browser later can mark nothing. Without a secure context the browser computes no marks.
 * Source: R36.33, docs/rules.md#work-mark.
 */
import {
  markedWriteName,
  markText,
  waitingWriteName,
  waitingWriteText,
  workKeyText,
} from '@atoll/domain/contract/bill/waiting-write';
import { base64urlOf } from '../base64url.ts';

const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const keyOf = (bytes: BufferSource): Promise<CryptoKey> => crypto.subtle.importKey('raw', bytes, hmac, false, ['sign']);

const canMark = (): boolean => Boolean(globalThis.crypto.subtle);

/** Returns the part of a call that says whether this page marks its work. */
export const marking = (): { readonly marksWork?: true } => (canMark() ? { marksWork: true } : {});

/** Returns the bytes of the key of the marks that half of a page's proof gives. */
export const workKeyBytes = async (half: string): Promise<ArrayBuffer> =>
  crypto.subtle.sign(hmac, await keyOf(bytesOf(half)), bytesOf(workKeyText));

/** The key of this page; null while nobody works here, and without a secure context. */
let current: Promise<CryptoKey> | null = null;
const listeners: (() => void)[] = [];

/** Calls the listener when somebody opened the page: their work, and what waits here, is marked with a new key. */
export const onWorkKey = (listener: () => void): void => void listeners.push(listener);

/** Takes the key of half of a page's proof. */
export function takeWorkKey(half: string, { isNew }: { readonly isNew: boolean }): void {
  if (!canMark()) return;
  current = workKeyBytes(half).then(keyOf);
  if (isNew) for (const listener of listeners) listener();
}

/** Takes the key that the passcode opened without the server. */
export function takeWorkKeyBytes(bytes: BufferSource): void {
  current = keyOf(bytes);
  for (const listener of listeners) listener();
}

export function forgetWorkKey(): void {
  current = null;
}

/** A key as it is now: work is marked with the key of the moment at which it was made. */
export type WorkKey = Promise<CryptoKey> | null;
export const currentWorkKey = (): WorkKey => current;

/** Returns the mark of a write in an outlet. */
export async function markOf(key: CryptoKey, endpoint: string, outletId: number, body: unknown): Promise<string> {
  const digest = base64urlOf(await crypto.subtle.digest('SHA-256', bytesOf(waitingWriteText(outletId, body))));
  const named = markedWriteName(waitingWriteName(endpoint, body), digest);
  return markText(digest, base64urlOf(await crypto.subtle.sign(hmac, key, bytesOf(named))));
}
