/** What a locked session may still do: the writes that waited on its till when it was locked. Source: R36.33, docs/rules.md#locked-session. */
import { waitingWriteName } from '@atoll/domain/contract/bill/waiting-write';
import { refusedLocked } from '../errors/refused.ts';
import type { Actor } from './actor.ts';

/** Throws 'locked' when the session is locked and the write did not wait on its till. */
export function requireWaitingWrite(
  actor: Pick<Actor, 'sendNames' | 'userId' | 'sessionId'>,
  endpoint: string,
  body: unknown,
): void {
  if (actor.sendNames && !actor.sendNames.has(waitingWriteName(endpoint, body))) throw refusedLocked(actor);
}
