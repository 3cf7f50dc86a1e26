/** What a locked session may still do: the writes that waited on its till when it was locked. Source: R36.33, docs/rules.md#locked-session. */
import { waitingWriteName } from '@atoll/domain/contract/bill/waiting-write';
import { refused } from '../errors/refused.ts';
import type { Actor } from './actor.ts';

/** Throws 'locked' when the session is locked and the write did not wait on its till. */
export function requireWaitingWrite({ sendNames }: Pick<Actor, 'sendNames'>, endpoint: string, body: unknown): void {
  if (sendNames && !sendNames.has(waitingWriteName(endpoint, body))) throw refused('locked');
}
