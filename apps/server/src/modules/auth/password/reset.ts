/** Forgotten passwords: a mailed link, valid once and for an hour. The response is the same whether or not the email is known. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import { createLimiter } from '../../../platform/http/limit/limiter.ts';
import { networkOf } from '../../../platform/http/limit/network.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Mail, Mailer } from '../../../platform/mail/mailer.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { AccountNews, TellPerson } from '../../notification/service.ts';
import { accountName } from '../session/login.ts';
import type { Sessions } from '../session/session.ts';
import { tokenHash } from '../session/token.ts';
import { hashNewPassword } from './new-password.ts';

const minute = 60_000;
const hour = 60 * minute;

export interface PasswordReset {
  request(email: string, ip: string): Promise<void>;
  choose(token: string, newPassword: string, ip: string): Promise<void>;
  /** Mails a new user a link to set their first password, valid for three days. */
  invite(userId: number, invitedBy: string): Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
  /** Base address of links; from the configuration, never from a request header. */
  readonly publicUrl: string;
  readonly tell: TellPerson;
}

const resetNews: AccountNews = {
  title: 'Your password was changed',
  body: 'Somebody changed it with the link from your email. You are signed out on all devices. If it was not you, tell your Admin.',
};

/** Creates the service of forgotten passwords. */
export function createPasswordReset({ store, clock, sessions, mailer, log, publicUrl, tell }: Parts): PasswordReset {
  const byAccount = createLimiter({ clock, free: 3, firstWaitMs: hour, maxWaitMs: hour, forgetMs: hour });
  const byAddress = createLimiter({ clock, free: 100, firstWaitMs: 1000, maxWaitMs: minute, forgetMs: 5 * minute });

  const byTry = createLimiter({ clock, free: 20, firstWaitMs: 1000, maxWaitMs: minute, forgetMs: 5 * minute });

  const makeLink = async (userId: number, validMs: number): Promise<string> =>
    `${publicUrl}/auth/reset?token=${await addToken(store, userId, clock(), validMs)}`;

  const sendLink = async (account: string): Promise<void> => {
    const user = await store.readOrg((db) =>
      db
        .selectFrom('app_user')
        .select(['id', 'name', 'email'])
        .where('email', '=', account)
        .where('is_active', '=', true)
        .executeTakeFirst(),
    );
    if (user) await mailer(resetMail(user, await makeLink(user.id, hour)));
  };

  return {
    async request(email, ip) {
      const account = accountName(email);
      const network = networkOf(ip);
      byAddress.ask(network);
      byAccount.ask(account);
      byAddress.count(network);
      byAccount.count(account);
      // Not awaited: the response time must not reveal whether the email is known.
      void sendLink(account).catch((error: unknown) => log.error({ err: error }, 'the mail was not sent'));
    },

    async invite(userId, invitedBy) {
      const user = await store.readOrg((db) =>
        db.selectFrom('app_user').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow(),
      );
      const link = await makeLink(userId, 72 * hour);
      // Not awaited: the user exists, even when the mail server is unavailable.
      void mailer(invitationMail(user, invitedBy, link)).catch((error: unknown) =>
        log.error({ err: error }, 'the invitation was not sent'),
      );
    },

    async choose(token, newPassword, ip) {
      // The token is checked before the password is hashed: a false one costs no more than a query, and an address has few (R36.25).
      const network = networkOf(ip);
      byTry.ask(network);
      byTry.count(network);
      const { name, email } = await requireToken(store, token, clock());
      // Whoever has a link of their own must not get more tries for it.
      byTry.takeBack(network);
      const passwordHash = await hashNewPassword(
        { password: newPassword, field: 'newPassword', about: [name, email] },
        'reset',
      );
      const userId = await useToken(store, token, passwordHash, clock());
      await sessions.endOfUser(userId, 'password');
      void tell(userId, resetNews);
    },
  };
}

/** Writes a new token and returns it. The store has only its hash. */
async function addToken(store: Store, userId: number, now: number, validMs: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.writeOrg((db) =>
    db
      .insertInto('password_reset')
      .values({
        token_hash: tokenHash(token),
        user_id: userId,
        created_at: now,
        expires_at: now + validMs,
        used_at: null,
      })
      .execute(),
  );
  return token;
}

/** Returns whose token it is. Refused: 'resetLinkInvalid' when it cannot be used. */
async function requireToken(store: Store, token: string, now: number): Promise<Recipient> {
  const row = await store.readOrg((db) =>
    db
      .selectFrom('password_reset')
      .innerJoin('app_user', 'app_user.id', 'password_reset.user_id')
      .select(['name', 'email'])
      .where('token_hash', '=', tokenHash(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('is_active', '=', true)
      .executeTakeFirst(),
  );
  if (!row) throw refused('resetLinkInvalid');
  return row;
}

/** Uses up a token and all other ones of its user, writes the new password, and returns the id of the user. Refused: 'resetLinkInvalid'. */
function useToken(store: Store, token: string, passwordHash: string, now: number): Promise<number> {
  return store.writeOrg(async (db) => {
    const row = await db
      .updateTable('password_reset')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    if (!row) throw refused('resetLinkInvalid');
    await endLinks(db, row.user_id, now).execute();
    await db
      .updateTable('app_user')
      .set((eb) => ({ password_hash: passwordHash, modified_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', row.user_id)
      .execute();
    return row.user_id;
  });
}

/** Returns the statement that ends all mailed links of a person: a new password or email makes those of before worthless. */
export const endLinks = (db: Kysely<Database>, userId: number, now: number) =>
  db.updateTable('password_reset').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null);

interface Recipient {
  readonly name: string;
  readonly email: string;
}

function resetMail({ name, email }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password for Atoll',
    text: `Hello ${name},\n\nChoose a new password here:\n${link}\n\nThe link works once, within one hour. If you did not ask for it, ignore this email.\n`,
  };
}

function invitationMail({ name, email }: Recipient, invitedBy: string, link: string): Mail {
  return {
    to: email,
    subject: 'You can sign in to Atoll',
    text: `Hello ${name},\n\n${invitedBy} made an account for you. Choose your password here:\n${link}\n\nThe link works once, within three days. Then choose a passcode in your profile.\n`,
  };
}
