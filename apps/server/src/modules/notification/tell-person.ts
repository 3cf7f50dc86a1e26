/** Tells one person about their account: a notification in each of their outlets, and a mail. Source: R36.28. */

import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { FastifyBaseLogger } from 'fastify';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Store } from '../../platform/store/store.ts';
import { notify } from './notify.ts';

export interface AccountNews {
  readonly title: Sentence;
  readonly body: Sentence;
  /** The person's address before the change that they are told of: the new one may be that of somebody else. */
  readonly emailBefore?: string;
}

/** Tells a person in the background: the command that causes it neither waits nor fails. Resolves when it is done. */
export type TellPerson = (userId: number, news: AccountNews) => Promise<void>;

interface Parts {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
}

/** Creates the function that tells a person. What cannot be sent is logged. */
export function createTellPerson({ store, mailer, log }: Parts): TellPerson {
  const tell = async (userId: number, { title, body, emailBefore }: AccountNews): Promise<void> => {
    const found = await store.readOrg(async (db) => ({
      user: await db
        .selectFrom('app_user')
        .select(['name', 'email'])
        .where('id', '=', userId)
        .where('is_active', '=', true)
        .executeTakeFirst(),
      outlets: await db.selectFrom('user_outlet').select('outlet_id').where('user_id', '=', userId).execute(),
    }));
    if (!found.user) return;
    for (const { outlet_id } of found.outlets)
      await store.writeOutlet(outlet_id, (tx) => notify(tx, { severity: 'Warning', title, body, userId }));
    const { name, email } = found.user;
    for (const to of new Set([email, emailBefore ?? email]))
      await mailer({ to, subject: `Atoll: ${title}`, text: `Hello ${name},\n\n${title}.\n${body}\n` });
  };
  return (userId, news) =>
    tell(userId, news).catch((error: unknown) => log.error({ err: error, userId }, 'a person could not be told'));
}
