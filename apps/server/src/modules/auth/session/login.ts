/** Sign-in by password and unlock by passcode. A wrong password gets the same response in the same time, whether or not the email is known. */
import { deviceName } from '@atoll/domain/access/device-name';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { refused } from '../../../platform/errors/refused.ts';
import { networkOf } from '../../../platform/http/limit/network.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { AccountNews, TellPerson } from '../../notification/service.ts';
import { createAskOnce } from '../factor/ask-once.ts';
import type { SecondFactors } from '../factor/factor.ts';
import { giveBackTry, passcodeTries, takeBackTry, takePasscodeTry } from '../password/passcode-tries.ts';
import { isPasscode, isSecret } from '../password/password.ts';
import { type ReportPasswordGuessing, reportUnlockGuessing } from '../password/report-guessing.ts';
import { personOf } from '../person.ts';
import type { Caller, OpenedOnce, Sessions } from './session.ts';
import { type Device, isKnownDevice, isKnownProgram } from './session-queries.ts';
import { createSignInLimits, freePasswords } from './sign-in-limits.ts';

export interface Login {
  login(email: string, password: string, device: Device, attempt?: SignInAttempt): Promise<SignedIn>;
  refresh(refreshToken: string, caller: Caller): Promise<SignedIn>;
  unlock(refreshToken: string, caller: Caller, passcode: string): Promise<SignedIn>;
}

export interface SignInAttempt extends OpenedOnce {
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly tell: TellPerson;
  readonly factors: Pick<SecondFactors, 'ask'>;
  readonly reportGuessing: ReportPasswordGuessing;
}

/** Returns an email in the form by which accounts are found. */
export function accountName(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns the news of a sign-in on a new device, which names browser and system in words. */
export function newDevice({ name, ip }: Device): AccountNews {
  const { browser, system } = deviceName(name);
  const title = 'You signed in on a new device';
  if (browser && system) {
    return {
      title,
      body: `${browser} on ${system} at ${ip}. If it was not you, sign out that device in your profile and change your password.`,
    };
  }
  const device = browser || system || 'A device';
  return {
    title,
    body: `${device} at ${ip}. If it was not you, sign out that device in your profile and change your password.`,
  };
}

/** Creates the sign-in service. */
export function createLogin({ store, clock, sessions, tell, factors, reportGuessing }: Parts): Login {
  const limits = createSignInLimits(clock);
  const askOnce = createAskOnce(factors.ask, clock);

  return {
    async login(email, password, device, { code, ...once } = {}) {
      const account = accountName(email);
      const { row, isKnown } = await store.readOrg(async (db) => {
        const found = await db.selectFrom('app_user').selectAll().where('email', '=', account).executeTakeFirst();
        return { row: found, isKnown: found !== undefined && (await isKnownDevice(db, found.id, device)) };
      });
      const attempt = {
        account,
        address: networkOf(device.ip),
        knownDevice: isKnown ? `${device.id} ${device.key ?? ''}` : undefined,
      };
      limits.ask(attempt);
      const tries = limits.count(attempt);
      const reportLast = (userId: number): void => {
        if (tries === freePasswords) reportGuessing(userId, device);
      };
      const stored = row?.is_active ? row.password_hash : null;
      const isRight = await isSecret(stored, password, 'signIn', () => limits.askAddress(attempt));
      if (!row || !isRight) {
        limits.failed(attempt);
        if (row?.is_active) reportLast(row.id);
        throw refused('credentialsWrong');
      }
      // Not yet a success: wrong codes count like wrong passwords.
      const signIn = once.signInKey && JSON.stringify([row.id, device.id, device.key ?? '', once.signInKey]);
      const recoveryCodes = await askOnce(row, code, signIn).catch((error: unknown) => {
        if (code) {
          limits.failed(attempt);
          reportLast(row.id);
        }
        throw error;
      });
      limits.succeeded(attempt);
      const [person, isKnownCaller] = await store.readOrg((db) =>
        Promise.all([personOf(db, row), isKnown || isKnownProgram(db, row.id, device)]),
      );
      const signedIn = await sessions.open(person, device, once);
      // Not awaited: the person need not wait for a mail. A first sign-in is no news.
      if (!isKnownCaller && row.last_login_at !== null) void tell(row.id, newDevice(device));
      return { ...signedIn, ...(recoveryCodes && { recoveryCodes }) };
    },

    async refresh(refreshToken, caller) {
      const session = await sessions.find(refreshToken, caller);
      if (session.passcodeFailures >= passcodeTries) throw refused('passcodeLocked');
      return sessions.refresh(session);
    },

    async unlock(refreshToken, caller, passcode) {
      const session = await sessions.find(refreshToken, caller);
      const { userId, parts } = session;
      const taken = await takePasscodeTry(store, { userId, sessionId: parts.sessionId }, clock());
      const row = await store.readOrg((db) =>
        db
          .selectFrom('app_user')
          .select('passcode_hash')
          .where('id', '=', userId)
          .where('is_active', '=', true)
          .executeTakeFirst(),
      );
      if (!(await isPasscode(row?.passcode_hash, passcode, () => giveBackTry(store, taken)))) {
        if (taken.tries === passcodeTries) await reportUnlockGuessing(store, userId, caller.device);
        const isLast = session.passcodeFailures + 1 >= passcodeTries || taken.tries >= passcodeTries;
        throw refused(isLast ? 'passcodeLocked' : 'passcodeWrong');
      }
      await takeBackTry(store, taken);
      return sessions.unlock(session);
    },
  };
}
