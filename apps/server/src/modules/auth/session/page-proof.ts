/**
 * The proof that a page was opened by the password or the passcode of its person. A page that was closed, or locked without the server, has lost
 * it, so that whoever opens the browser then has to know the passcode. Source: R36.1, docs/rules.md#page-proof.
 */
import { timingSafeEqual } from 'node:crypto';
import type { PageProof } from '@atoll/domain/contract/people/auth';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/http/services.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { OpenSession } from './session-queries.ts';
import { accessTokenMs, type Tokens } from './token.ts';

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tokens: Tokens;
}

/** A browser may keep the storage of a closed tab: what is in it counts as long as an access token of the page would. */
const reloadMs = accessTokenMs;

/** Returns the proof for pages of a session. It changes with each lock. */
export function pageProofOf(
  tokens: Pick<Tokens, 'digest'>,
  { sessionId, lockVersion }: { readonly sessionId: string; readonly lockVersion: number },
): PageProof {
  const digestFor = (use: string): string => tokens.digest(`page ${use} ${sessionId} ${lockVersion}`);
  return { memory: digestFor('memory'), reload: digestFor('reload') };
}

/**
 * From now to the next lock, only a page that proves to be opened renews the session, and of a page that marks its work only marked work waits.
 * A page of an earlier release (without `page`) binds nothing.
 */
export async function bindPage(
  db: Kysely<Database>,
  { parts: { sessionId }, page, marksWork }: Pick<OpenSession, 'parts' | 'page' | 'marksWork'>,
  lockVersion: number,
): Promise<void> {
  const page_lock_version = page === undefined ? null : lockVersion;
  const work_lock_version = marksWork ? page_lock_version : null;
  await db.updateTable('session').set({ page_lock_version, work_lock_version }).where('id', '=', sessionId).execute();
}

/** Returns when the server last heard of the device of a session, by a refresh, a call or the hub, in epoch ms. */
async function heardAt(store: Store, { userId, deviceId, lastUsedAt }: OpenSession): Promise<number> {
  if (deviceId === '') return lastUsedAt;
  const outlets = await store.readOrg((db) =>
    db.selectFrom('user_outlet').select('outlet_id').where('user_id', '=', userId).execute(),
  );
  const contacts = await Promise.all(
    outlets.map(({ outlet_id: outletId }) =>
      store.readOutlet(outletId, (db) =>
        db
          .selectFrom('device_contact')
          .select('heard_at')
          .where('outlet_id', '=', outletId)
          .where('device_id', '=', deviceId)
          .executeTakeFirst(),
      ),
    ),
  );
  return Math.max(lastUsedAt, ...contacts.map((contact) => contact?.heard_at ?? 0));
}

/** Returns whether the half in the storage of a tab counts now. */
export const mayReload = async (
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  session: OpenSession,
): Promise<boolean> => clock() - (await heardAt(store, session)) <= reloadMs;

export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns whether the page of a refresh was opened by its person and not closed since; true for a session of an earlier release. */
export async function isOpenPage({ store, clock, tokens }: Parts, session: OpenSession): Promise<boolean> {
  if (!session.isPageBound) return true;
  const { page = '', lockVersion } = session;
  const proof = pageProofOf(tokens, { sessionId: session.parts.sessionId, lockVersion });
  if (isSame(page, proof.memory)) return true;
  return isSame(page, proof.reload) && (await mayReload({ store, clock }, session));
}
