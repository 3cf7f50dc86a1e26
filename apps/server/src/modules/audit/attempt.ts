/**
 * Reports attempts that are more than a mistake: to the history, and to those who manage settings when they repeat. Whatever is tried, a person causes
 * three entries an hour and one notification a day. Source: docs/rules.md#attempts, R36.1, R36.5, R36.33.
 */

import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Attempt } from '../../platform/errors/refused.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { personAtOutlet } from '../auth/service.ts';
import { notifyOnceADay } from '../notification/service.ts';

const hourMs = 3_600_000;
/** Calls that a page had under way, or makes at once when it wakes up, are one attempt. */
const togetherMs = 10_000;
/** A page learns of the lock of its session, or of an unlock by another tab, within this time. */
const learnsWithinMs = 60_000;
/** The last attempt of an hour that is written, and notified. */
const repeated = 3;
const maxKnown = 10_000;

/** Where and how an attempt came. */
interface Attempted {
  readonly attempt: Attempt;
  /** Key of the contract. */
  readonly call: string;
  readonly deviceId: string;
  readonly address: string;
}

interface Words {
  readonly action: HistoryAction;
  readonly title: Sentence;
  readonly body: Sentence;
}

const words: Readonly<Record<Attempt['kind'], (name: string) => Words>> = {
  approval: (name) => ({
    action: 'ApprovalForged',
    title: `${name} sent approvals that nobody gave`,
    body: 'They were not genuine, and nothing was changed. Look at the history, and ask what happened.',
  }),
  locked: (name) => ({
    action: 'UsedWhileLocked',
    title: `The locked sign-in of ${name} was used`,
    body: 'Somebody tried to use it without the passcode, and got nothing. Look at the history, and ask who was at that till.',
  }),
  outlet: (name) => ({
    action: 'OutletRefused',
    title: `${name} tried to reach another outlet`,
    body: 'They do not work there, and got nothing. Look at the history, and ask what happened.',
  }),
  grant: (name) => ({
    action: 'GrantRefused',
    title: `${name} tried to give more than they may`,
    body: 'Permissions that they do not have, or the sign-in of somebody who has more. Nothing was changed. Ask what happened.',
  }),
};

/** Returns whether the page of a session may not know yet that it was locked or unlocked. */
async function isJustLocked(store: Store, sessionId: string, now: number): Promise<boolean> {
  const row = await store.readOrg((db) =>
    db.selectFrom('session').select('lock_changed_at').where('id', '=', sessionId).executeTakeFirst(),
  );
  return row === undefined || Math.abs(now - (row.lock_changed_at ?? 0)) < learnsWithinMs;
}

/** Returns whether the outlets of a person may have changed since their till read them. */
async function isJustMoved(store: Store, userId: number, now: number): Promise<boolean> {
  const row = await store.readOrg((db) =>
    db.selectFrom('app_user').select('modified_at').where('id', '=', userId).executeTakeFirst(),
  );
  return row === undefined || Math.abs(now - (row.modified_at ?? 0)) < hourMs;
}

async function write(
  store: Store,
  { attempt, call, deviceId, address }: Attempted,
  isRepeated: boolean,
): Promise<void> {
  const person = await personAtOutlet(store, attempt.userId, attempt.outletId);
  if (!person) return;
  const { action, ...news } = words[attempt.kind](person.name);
  await store.writeOutlet(person.outletId, async (tx) => {
    tx.history({
      subject: attempt.kind === 'approval' ? 'Approval' : 'User',
      subjectKey: attempt.kind === 'approval' ? attempt.approvalKey : person.key,
      action,
      userId: attempt.userId,
      deviceId,
      after: { call, address },
    });
    if (isRepeated) await notifyOnceADay(tx, { severity: 'Warning', ...news });
  });
}

/** Creates the function that reports an attempt. Resolves when it is written. */
function createReport({ store, clock }: Pick<Services, 'store' | 'clock'>) {
  const known = new Map<string, { readonly count: number; readonly since: number; readonly last: number }>();

  /** Returns what is known of a person in this hour; null for an attempt that belongs to the one before. */
  const seen = (key: string, now: number): { count: number; since: number } | null => {
    const found = known.get(key);
    const before = found && Math.abs(now - found.since) < hourMs ? found : { count: 0, since: now, last: 0 };
    if (Math.abs(now - before.last) < togetherMs) return null;
    known.delete(key);
    known.set(key, { ...before, last: now });
    const oldest = known.keys().next().value;
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    return before;
  };

  return async (attempted: Attempted): Promise<void> => {
    const { attempt } = attempted;
    const now = clock();
    const key = `${attempt.kind} ${attempt.userId}`;
    const before = seen(key, now);
    if (before === null || before.count >= repeated) return;
    if (attempt.kind === 'locked' && (await isJustLocked(store, attempt.sessionId, now))) return;
    if (attempt.kind === 'outlet' && (await isJustMoved(store, attempt.userId, now))) return;
    // Another one may have been counted since then.
    const latest = known.get(key) ?? { ...before, last: now };
    const count = latest.count + 1;
    if (count > repeated) return;
    known.set(key, { ...latest, count });
    await write(store, attempted, count === repeated);
  };
}

/** Makes the app report attempts in the background: the caller is only refused. Closing the app waits for them. */
export function noteAttempts(app: FastifyInstance, services: Services): void {
  const report = createReport(services);
  const pending = new Set<Promise<void>>();
  app.decorate('noteAttempt', (request: FastifyRequest, attempt: Attempt): void => {
    const device = request.headers['x-device-id'];
    const deviceId = typeof device === 'string' ? device.slice(0, 100) : '';
    const { endpoint = request.routeOptions.url ?? '' } = request.routeOptions.config;
    const written = report({ attempt, call: endpoint, deviceId, address: request.ip })
      .catch((error: unknown) => services.log.error({ err: error }, 'an attempt could not be reported'))
      .finally(() => pending.delete(written));
    pending.add(written);
  });
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
}
