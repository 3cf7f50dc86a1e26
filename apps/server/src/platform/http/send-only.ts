/** What a locked session may still do: the writes that waited on its till when it was locked. Source: R36.33, docs/rules.md#locked-session. */
import { createHash } from 'node:crypto';
import { markedWriteName, waitingWriteName, waitingWriteText } from '@atoll/domain/contract/bill/waiting-write';
import { refusedLocked } from '../errors/refused.ts';
import type { Actor } from './actor.ts';

/** Throws 'locked' when the session is locked and the write did not wait on its till. `raw`: the body as it was sent, which is what a page marks. */
export function requireWaitingWrite(
  actor: Pick<Actor, 'sendNames' | 'userId' | 'sessionId' | 'outletId'>,
  endpoint: string,
  { body, raw }: { readonly body: unknown; readonly raw: unknown },
): void {
  const { sendNames } = actor;
  if (!sendNames) return;
  const name = waitingWriteName(endpoint, body);
  if (sendNames.has(name)) return;
  const digest = createHash('sha256').update(waitingWriteText(actor.outletId, raw)).digest('base64url');
  if (!sendNames.has(markedWriteName(name, digest))) throw refusedLocked(actor);
}
