/**
 * Approvals to send waiting work: bound to the entries that the approver saw, with the approver's own permissions and limits, each entry
 * once. Source: R36.16, docs/rules.md#approvals, docs/decisions/020.
 */
import { hash } from 'node:crypto';
import { type PermissionOverride, personLimits, personPermissions, type Role } from '@atoll/domain/access/permission';
import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import type { OutboxCallKey, WaitingEntry } from '@atoll/domain/contract/bill/approval-about';
import { contract } from '@atoll/domain/contract/contract';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { type Actor, provenDevice, type SendRights } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import { staffOutlet } from '../../platform/store/outlet/staff-outlet.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { notify } from '../notification/service.ts';

interface Sent {
  readonly call: OutboxCallKey;
  readonly authorId: number;
  readonly body: unknown;
}

/** Further misuses of an approval are refused without an entry. */
const maxMisuses = 10;

/** Fields that a till changes while work waits, and that give nobody anything: which version of the bill it knows. */
const movingFields: ReadonlySet<string> = new Set(['version', 'id']);

/** Returns a value as JSON with sorted keys, without what changes while it waits. */
function canonical(value: unknown, isTop = false): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one));
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => !isTop || !movingFields.has(name));
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, canonical(one)]));
}

const digestOf = ({ call, authorId, body }: Sent): string =>
  hash('sha256', JSON.stringify([call, authorId, canonical(body, true)]));

/** Returns the entries as their calls will read them. Refused: 'entriesMissing' without any, or with one that no call accepts. */
export function readEntries(entries: readonly WaitingEntry[] | undefined): readonly WaitingEntry[] {
  if (!entries) throw refused('entriesMissing');
  return entries.map((entry) => {
    const data = contract[entry.call].body?.safeParse(entry.body).data;
    if (!data) throw refused('entriesMissing');
    return { ...entry, body: data as Record<string, unknown> };
  });
}

/** Writes which entries an approval allows to send. */
export function bindEntries(
  tx: OutletTx,
  approvalKey: string,
  askerId: number,
  entries: readonly WaitingEntry[],
): void {
  const digests = new Set(
    entries.map(({ call, body, authorId }) => digestOf({ call, body, authorId: authorId ?? askerId })),
  );
  for (const digest of digests)
    tx.write(
      tx.db
        .insertInto('approval_entry')
        .values({ outlet_id: tx.head.outletId, approval_key: approvalKey, digest, used_seq: null }),
    );
}

/**
 * Returns what an approval allows for a call of the outbox, or null: it was given to this person on this device for this entry, and the entry was not sent
 * with it before. A repetition of the last change of a record is allowed, because its answer may have been lost.
 */
export async function approvedToSend(
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  sent: Omit<Sent, 'authorId'>,
): Promise<SendRights | null> {
  const { outletId, approvalKey } = actor;
  if (approvalKey === undefined) return null;
  const entry = digestOf({ ...sent, authorId: actor.authorId ?? actor.userId });
  const found = await services.store.readOutlet(outletId, async (db) => {
    const approval = await findGranted(db, actor, services.clock());
    return approval && { ...approval, ...(await entryOf(db, outletId, approvalKey, entry)) };
  });
  if (!found) return null;
  if (!found.isListed) {
    await reportMisuse(services, actor, sent.call);
    return null;
  }
  if (found.isOver) return null;
  return {
    permissions: new Set<string>(personPermissions(found.role, found.permission_overrides)),
    limits: personLimits(found.permission_overrides),
    approvalKey,
    entry,
  };
}

interface Approver {
  readonly role: Role;
  readonly permission_overrides: readonly PermissionOverride[];
}

/** Returns the approver of a valid approval of this person on this device. */
function findGranted(db: Kysely<Database>, actor: Actor, now: number): Promise<Approver | undefined> {
  return db
    .selectFrom('approval')
    .innerJoin('app_user', 'app_user.id', 'approval.approver_id')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select(['app_user.role', 'app_user.permission_overrides'])
    .where('approval.outlet_id', '=', actor.outletId)
    .where('user_outlet.outlet_id', '=', staffOutlet(actor.outletId))
    .where('approval.key', '=', actor.approvalKey ?? '')
    .where('approval.subject_type', '=', sendingSubject)
    .where('approval.subject_key', '=', provenDevice(actor))
    .where('approval.requested_by', '=', actor.userId)
    .where('approval.status', 'in', ['Granted', 'Used'])
    .where('approval.expires_at', '>', now)
    .where('app_user.is_active', '=', true)
    .executeTakeFirst();
}

/** Returns whether the approver saw the entry, and whether it was sent and its record changed by something else since. */
async function entryOf(db: Kysely<Database>, outletId: number, approvalKey: string, digest: string) {
  const row = await db
    .selectFrom('approval_entry')
    .select('used_seq')
    .where('outlet_id', '=', outletId)
    .where('approval_key', '=', approvalKey)
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (!row || row.used_seq === null) return { isListed: row !== undefined, isOver: false };
  const done = await db
    .selectFrom('history')
    .select(['seq', 'subject_key'])
    .where('outlet_id', '=', outletId)
    .where('seq', '=', row.used_seq)
    .executeTakeFirst();
  const later = await db
    .selectFrom('history')
    .select('seq')
    .where('outlet_id', '=', outletId)
    .where('subject_key', '=', done?.subject_key ?? '')
    .where('seq', '>', row.used_seq)
    .limit(1)
    .executeTakeFirst();
  return { isListed: true, isOver: done === undefined || later !== undefined };
}

/** Writes to the history that an approval was used for something that its approver did not see; the second time, notifies those who manage settings. */
function reportMisuse({ store }: Pick<Services, 'store'>, actor: Actor, call: OutboxCallKey): Promise<void> {
  const key = actor.approvalKey ?? '';
  return store.writeOutlet(actor.outletId, async (tx) => {
    const before = await tx.db
      .selectFrom('history')
      .select('seq')
      .where('outlet_id', '=', actor.outletId)
      .where('subject_key', '=', key)
      .where('action', '=', 'Misused')
      .limit(maxMisuses)
      .execute();
    if (before.length === maxMisuses) return;
    tx.history({
      subject: 'Approval',
      subjectKey: key,
      action: 'Misused',
      userId: actor.userId,
      deviceId: actor.deviceId,
      approvalKey: key,
      after: { call },
    });
    if (before.length === 1)
      await notify(tx, {
        severity: 'Warning',
        title: `${actor.name} used an approval for something else`,
        body: 'The approver did not see what was sent with it. Nothing was changed. Ask both what happened.',
        permission: 'settings.manage',
      });
  });
}
