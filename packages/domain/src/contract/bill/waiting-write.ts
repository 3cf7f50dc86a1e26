/**
 * The name of a write that waits on a till, for the server and the till, and the mark by which an open page says that it made the write.
 * Source: R36.33, docs/rules.md#locked-session, docs/rules.md#work-mark.
 */
import { stableStringify } from '../../bill/merge/pick-winner.ts';

/** The most writes that a till names when it locks. */
export const maxWaitingWrites = 5000;

/** How long after the lock a locked session sends what waited. */
export const sendOnlyMs = 72 * 60 * 60_000;

/** Returns the name of a write: its call, and the key of the bill, shift, cash event or customer that it writes. */
export function waitingWriteName(endpoint: string, body: unknown): string {
  const { key, billId } = (body ?? {}) as { readonly key?: string; readonly billId?: string | number };
  return `${endpoint} ${key ?? billId ?? ''}`.toLowerCase();
}

/** Returns the text whose SHA-256 is the digest of a write: its outlet, and its body without the fields that a till changes while it waits. */
export function waitingWriteText(outletId: number, body: unknown): string {
  const { version: _version, id: _id, ...rest } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return `${outletId} ${stableStringify(rest)}`;
}

/** Returns the name of a write together with its digest: only the write as it was marked has it. */
export const markedWriteName = (name: string, digest: string): string => `${name} ${digest}`;

/** The text that is signed with half of a page's proof: the key of the marks. */
export const workKeyText = 'work';

/** A mark: the digest of the write, and the HMAC of its name and digest; each 32 bytes as base64url. */
const markPattern = /^([\w-]{43})\.([\w-]{43})$/;

/** Returns a mark as one text. */
export const markText = (digest: string, mac: string): string => `${digest}.${mac}`;

/** Returns the two parts of a mark; undefined for any other text. */
export function markParts(mark: string): { readonly digest: string; readonly mac: string } | undefined {
  const [, digest, mac] = markPattern.exec(mark) ?? [];
  return digest !== undefined && mac !== undefined ? { digest, mac } : undefined;
}
