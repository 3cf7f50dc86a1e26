/**
 * Which of the writes that wait on a till were made while its person had the page open: the page marks each with half of its proof, which it loses
 * when it locks or closes. Whoever opens the browser later can mark nothing. Source: R36.33, docs/rules.md#work-mark.
 */
import { createHmac } from 'node:crypto';
import { markedWriteName, markParts, workKeyText } from '@atoll/domain/contract/bill/waiting-write';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { isSame, mayReload, pageProofOf } from './page-proof.ts';
import type { OpenSession } from './session-queries.ts';
import type { Tokens } from './token.ts';

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
}

/** The writes that wait on a till. */
export interface Waiting {
  readonly names: readonly string[];
  /** The mark of each, in the same order; none from a page of an earlier release. */
  readonly marks: readonly string[];
}

/** Returns the version of the lock at which a session was last open. */
const openVersionOf = ({ isLocked, lockVersion }: OpenSession): number => (isLocked ? lockVersion - 1 : lockVersion);

/** Returns whether the page that had the session open marks its work. */
export const marksItsWork = (session: OpenSession): boolean => session.workLockVersion === openVersionOf(session);

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Returns the names, with their digests, of the writes that the open page marked. Half of the proof from the tab's storage counts as long as for a reload. */
export async function markedNames(parts: Parts, session: OpenSession, { names, marks }: Waiting): Promise<string[]> {
  const { sessionId } = session.parts;
  const proof = pageProofOf(parts.tokens, { sessionId, lockVersion: openVersionOf(session) });
  const halves = [proof.memory, ...((await mayReload(parts, session)) ? [proof.reload] : [])];
  const keys = halves.map((half) => hmac(half, workKeyText));
  return names.flatMap((name, index) => {
    const mark = markParts(marks[index] ?? '');
    if (!mark) return [];
    const named = markedWriteName(name, mark.digest);
    return keys.some((key) => isSame(mark.mac, hmac(key, named).toString('base64url'))) ? [named] : [];
  });
}
