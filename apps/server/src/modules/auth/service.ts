/** Authentication of a server, put together once at its start. */
import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, linkUrl } from '../../platform/config/config.ts';
import type { Gate } from '../../platform/http/actor.ts';
import type { Clock } from '../../platform/http/services.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Store } from '../../platform/store/store.ts';
import { createTellPerson, type TellPerson } from '../notification/service.ts';
import { createSecondFactors, type SecondFactors } from './factor/factor.ts';
import { createJoins, type Joins } from './join/join.ts';
import { type AskPasswordIn, createAskPassword } from './password/own-password.ts';
import { createRequirePassword, type RequirePassword } from './password/recent-password.ts';
import { type ReportPasswordGuessing, reportPasswords } from './password/report-guessing.ts';
import { createPasswordReset, type PasswordReset } from './password/reset.ts';
import { type AccessChanges, createAccessChanges } from './session/access-changes.ts';
import { createEndedSessions, type EndedSessions } from './session/ended-sessions.ts';
import { createForeignReport, type ReportForeignUse } from './session/foreign-device.ts';
import { createGate } from './session/gate.ts';
import { createHubTickets, type HubTickets } from './session/hub-ticket.ts';
import { signingKey } from './session/key.ts';
import { createLockChanges, type LockChanges } from './session/lock-changes.ts';
import { createLogin, type Login } from './session/login.ts';
import { createSessions, type Sessions } from './session/session.ts';
import { forgetSessions } from './session/session-queries.ts';
import { createTokens, type Tokens } from './session/token.ts';

export { hashNewPassword } from './password/new-password.ts';
export type { AskPassword } from './password/own-password.ts';
export { hashPasscode } from './password/passcode.ts';
export { hashSecret, isPasscode } from './password/password.ts';
export { endLinks } from './password/reset.ts';
export { colleagueNames, findColleague, listPeople, listSellers } from './people.ts';
export { personAtOutlet } from './person.ts';
export { wasSignedIn } from './session/known-author.ts';
export { accountName } from './session/login.ts';
export { deviceOfSession } from './session/session-queries.ts';

export interface Auth {
  readonly gate: Gate;
  readonly tokens: Tokens;
  /** Signs the connection tokens of the hub; the same on every process of a database. */
  readonly hubSecret: string;
  readonly ended: EndedSessions;
  readonly locks: LockChanges;
  readonly accessChanges: AccessChanges;
  readonly sessions: Sessions;
  readonly login: Login;
  readonly factors: SecondFactors;
  readonly joins: Joins;
  readonly reset: PasswordReset;
  readonly tickets: HubTickets;
  /** Throws 'passwordWrong' or 'tooMany' unless it is the person's password. */
  readonly ask: AskPasswordIn;
  /** Throws 'passwordNeeded' unless the password was typed lately. */
  readonly requirePassword: RequirePassword;
  /** Tells a person about their account. */
  readonly tell: TellPerson;
  /** Stops the polling of other processes' changes and the hourly cleanup. */
  stop(): void;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
}

const pollMs = 2000;
const clearMs = 3_600_000;

async function clearOld(store: Store, now: number): Promise<void> {
  await store.writeOrg(async (db) => {
    await db.deleteFrom('refresh_token').where('expires_at', '<', now).execute();
    await db.deleteFrom('password_reset').where('expires_at', '<', now).execute();
    await db.deleteFrom('hub_ticket').where('expires_at', '<', now).execute();
    await forgetSessions(db, now);
  });
}

/** Creates the auth of a server and reads the sign-ins that ended lately. */
export async function createAuth({ store, clock, config, mailer, log }: Parts): Promise<Auth> {
  const key = await signingKey(store, config.dataDir, clock());
  const tokens = createTokens(key);
  const ended = createEndedSessions(store, clock);
  const locks = createLockChanges(store, clock);
  const accessChanges = createAccessChanges(store, clock);
  const poll = () => Promise.all([ended.poll(), locks.poll(), accessChanges.poll()]);
  await poll();
  const tell = createTellPerson({ store, mailer, log });
  const factors = createSecondFactors({ store, clock, tell });
  const report = createForeignReport({ store, tell });
  const reportForeign: ReportForeignUse = (use, now) =>
    report(use, now).catch((error: unknown) => log.error({ err: error }, 'a copied sign-in could not be reported'));
  const reportGuessing: ReportPasswordGuessing = (userId, device) =>
    void reportPasswords(store, userId, device).catch((error: unknown) =>
      log.error({ err: error }, 'guesses of a password could not be reported'),
    );
  const sessions = createSessions({ store, clock, tokens, ended, locks, reportForeign });
  const publicUrl = linkUrl(config);

  const failed = (error: unknown): void => log.warn({ err: error }, 'sign-ins could not be read');
  // One process owns an embedded store, so no other one ends its sign-ins.
  const timers = [setInterval(() => void clearOld(store, clock()).catch(failed), clearMs)];
  if (store.engine === 'postgres') timers.push(setInterval(() => void poll().catch(failed), pollMs));
  for (const timer of timers) timer.unref();

  return {
    gate: createGate({ tokens, sessions, ended, locks, changes: accessChanges, clock, store }),
    tokens,
    hubSecret: createHmac('sha256', key).update('connections of the hub').digest('base64url'),
    ended,
    locks,
    accessChanges,
    sessions,
    login: createLogin({ store, clock, sessions, tell, factors, reportGuessing }),
    factors,
    joins: createJoins({ store, clock, tokens, sessions, tell, reportForeign }),
    reset: createPasswordReset({ store, clock, sessions, mailer, log, publicUrl, tell }),
    tickets: createHubTickets(store, clock),
    ask: createAskPassword(store, clock, reportGuessing),
    requirePassword: createRequirePassword(store, clock),
    tell,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
