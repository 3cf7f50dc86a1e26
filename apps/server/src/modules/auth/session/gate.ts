/**
 * Identifies the person of an access token. A token is verified once, and its session is looked up in the store, because a store that was
 * restored from a backup may not have it (R35.10). The result is cached until the token expires. The lists of ended and locked sessions and of
 * changed permissions are checked each time: a sign-in that ended is refused at once here and within seconds by other processes, and so is a
 * token of before a lock (R36.1), or with permissions that the person no longer has or did not have yet.
 */
import { refused, refusedLocked } from '../../../platform/errors/refused.ts';
import type { Gate, Identity } from '../../../platform/http/actor.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { AccessChanges } from './access-changes.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { LockChanges } from './lock-changes.ts';
import type { Sessions } from './session.ts';
import { accessTokenMs, type Tokens } from './token.ts';

interface Known {
  readonly identity: Identity;
  readonly expiresAt: number;
}

const maxKnown = 20_000;
/** How many ids of outlets are kept for all people: 8 MB. */
const maxOutletIds = 1_000_000;
/** How far the clocks of two servers of one store may differ. */
const maxSkewMs = 60_000;

/** Returns false for an expired token, and for one valid longer than any token: it was made while the clock ran ahead (R35.83). */
const isRunning = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt <= now + accessTokenMs + maxSkewMs;

interface Parts {
  readonly tokens: Tokens;
  readonly sessions: Pick<Sessions, 'admit'>;
  readonly ended: EndedSessions;
  readonly locks: LockChanges;
  readonly changes: AccessChanges;
  readonly clock: Clock;
  readonly store: Store;
}

/**
 * Keeps the outlets of a person once, however many tokens they have: 10,000 outlets take 80 kB. Above `maxIds` ids in all, the lists of those who
 * signed in least recently are forgotten: their next token brings its own.
 */
export function createSharedOutlets(maxIds = maxOutletIds) {
  const lists = new Map<number, readonly number[]>();
  let ids = 0;
  const forget = (userId: number): void => {
    ids -= lists.get(userId)?.length ?? 0;
    lists.delete(userId);
  };
  return {
    of(userId: number, outlets: readonly number[]): readonly number[] {
      const kept = lists.get(userId);
      const isSame = kept?.length === outlets.length && kept.every((id, place) => id === outlets[place]);
      const list = isSame ? kept : outlets;
      forget(userId);
      lists.set(userId, list);
      ids += list.length;
      for (const oldest of lists.keys()) {
        if (ids <= maxIds && lists.size <= maxKnown) break;
        forget(oldest);
      }
      return list;
    },
  };
}

/** Returns which outlet another one is the practice of. That never changes, so what was found is kept. */
function createPractices(store: Store): Gate['practiceOf'] {
  const known = new Map<number, number>();
  return (outletId) => {
    const kept = known.get(outletId);
    if (kept !== undefined) return kept;
    if (!Number.isSafeInteger(outletId)) return 0;
    return store.readOrg(async (db) => {
      const row = await db.selectFrom('outlet').select('practice_of').where('id', '=', outletId).executeTakeFirst();
      if (row && row.practice_of > 0) known.set(outletId, row.practice_of);
      return row?.practice_of ?? 0;
    });
  };
}

/** Creates the gate. */
export function createGate({ tokens, sessions, ended, locks, changes, clock, store }: Parts): Gate {
  const known = new Map<string, Known>();
  const outlets = createSharedOutlets();

  const admit = ({ identity }: Known): Identity => {
    if (ended.has(identity.sessionId)) {
      throw refused('sessionEnded', { details: 'This session has ended' });
    }
    if (locks.isOld(identity.sessionId, identity.lockVersion)) throw refusedLocked(identity);
    if (changes.isOld(identity.userId, identity.accessVersion)) throw refused('notSignedIn');
    return identity;
  };

  const remember = (token: string, entry: Known): void => {
    known.set(token, entry);
    if (known.size <= maxKnown) return;
    const oldest = known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
  };

  const read = async (token: string, now: number): Promise<Identity> => {
    const found = await tokens.read(token, now);
    if (!found || !isRunning(found.expiresAt, now)) throw refused('notSignedIn');
    const admitted = await sessions.admit(found.identity);
    const identity = { ...found.identity, ...admitted, outlets: outlets.of(found.identity.userId, admitted.outlets) };
    const entry = { ...found, identity };
    remember(token, entry);
    return admit(entry);
  };

  return {
    practiceOf: createPractices(store),
    identify(token) {
      const now = clock();
      const entry = known.get(token);
      if (entry && isRunning(entry.expiresAt, now)) return admit(entry);
      if (entry) known.delete(token);
      return read(token, now);
    },
  };
}
