/** Sign-in by password and unlock by passcode. A wrong password gets the same response in the same time, whether or not the email is known. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { refused } from '../../../platform/errors/refused.ts';
import { createLimiter, type Limiter } from '../../../platform/http/limit/limiter.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { isSecret } from '../password/password.ts';
import { personOf } from '../person.ts';
import { passcodeTries, type Sessions } from './session.ts';
import type { Device, OpenSession } from './session-queries.ts';

export interface Login {
  login(email: string, password: string, device: Device): Promise<SignedIn>;
  refresh(refreshToken: string): Promise<SignedIn>;
  unlock(refreshToken: string, passcode: string): Promise<SignedIn>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

const minute = 60_000;

/** Limits wrong passwords of one account: five are free, then the wait doubles from 2 s to 15 min. */
export function accountLimiter(clock: Clock): Limiter {
  return createLimiter({ clock, free: 5, firstWaitMs: 2000, maxWaitMs: 15 * minute, forgetMs: 60 * minute });
}

/** Limits logins from one address: 100 are free until five minutes pass without one, then the wait doubles from 1 s to one minute. */
export function addressLimiter(clock: Clock): Limiter {
  return createLimiter({ clock, free: 100, firstWaitMs: 1000, maxWaitMs: minute, forgetMs: 5 * minute });
}

/** Returns an email in the form by which accounts are found. */
export function accountName(email: string): string {
  return email.trim().toLowerCase();
}

/** Creates the sign-in service. */
export function createLogin({ store, clock, sessions }: Parts): Login {
  const byAccount = accountLimiter(clock);
  const byAddress = addressLimiter(clock);

  /** Counts an attempt before the passcode is checked, so that simultaneous attempts cannot exceed five. */
  const takePasscodeTry = async (session: OpenSession): Promise<void> => {
    const taken = await store.writeOrg((db) =>
      db
        .updateTable('session')
        .set((eb) => ({ passcode_failures: eb('passcode_failures', '+', 1) }))
        .where('id', '=', session.parts.sessionId)
        .where('passcode_failures', '<', passcodeTries)
        .executeTakeFirst(),
    );
    if (Number(taken.numUpdatedRows) !== 1) throw refused('passcodeLocked');
  };

  return {
    async login(email, password, device) {
      const account = accountName(email);
      byAddress.ask(device.ip);
      byAccount.ask(account);
      byAddress.count(device.ip);
      byAccount.count(account);
      const row = await store.readOrg((db) =>
        db.selectFrom('app_user').selectAll().where('email', '=', account).executeTakeFirst(),
      );
      const isRight = await isSecret(row?.is_active ? row.password_hash : null, password);
      if (!row || !isRight) throw refused('credentialsWrong');
      byAccount.forget(account);
      const person = await store.readOrg((db) => personOf(db, row));
      return sessions.open(person, device);
    },

    async refresh(refreshToken) {
      const session = await sessions.find(refreshToken);
      if (session.passcodeFailures >= passcodeTries) throw refused('passcodeLocked');
      return sessions.rotate(session);
    },

    async unlock(refreshToken, passcode) {
      const session = await sessions.find(refreshToken);
      await takePasscodeTry(session);
      const row = await store.readOrg((db) =>
        db
          .selectFrom('app_user')
          .select('passcode_hash')
          .where('id', '=', session.userId)
          .where('is_active', '=', true)
          .executeTakeFirst(),
      );
      if (!(await isSecret(row?.passcode_hash, passcode))) {
        throw refused(session.passcodeFailures + 1 >= passcodeTries ? 'passcodeLocked' : 'passcodeWrong');
      }
      await store.writeOrg((db) =>
        db.updateTable('session').set({ passcode_failures: 0 }).where('id', '=', session.parts.sessionId).execute(),
      );
      return sessions.rotate(session);
    },
  };
}
