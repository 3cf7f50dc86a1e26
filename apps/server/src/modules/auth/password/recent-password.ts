/** Sensitive changes need a password that was typed lately: a passcode or an open till is not enough. Source: R36.7, docs/rules.md#recent-password. */
import { refused } from '../../../platform/errors/refused.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';

const recentMs = 15 * 60_000;

/** Throws 'passwordNeeded' unless the password was checked in this sign-in within the last 15 minutes. */
export type RequirePassword = (actor: Pick<Actor, 'sessionId'>) => Promise<void>;

/** Creates the check. */
export function createRequirePassword(store: Store, clock: Clock): RequirePassword {
  return async ({ sessionId }) => {
    const row = await store.readOrg((db) =>
      db.selectFrom('session').select('password_at').where('id', '=', sessionId).executeTakeFirst(),
    );
    // The distance counts: a clock that was ahead gives no longer time (R35.83).
    if (!row || Math.abs(clock() - row.password_at) > recentMs) throw refused('passwordNeeded');
  };
}

/** Records that the password was checked in a sign-in. */
export async function notePassword(store: Store, sessionId: string, now: number): Promise<void> {
  await store.writeOrg((db) =>
    db.updateTable('session').set({ password_at: now }).where('id', '=', sessionId).execute(),
  );
}
