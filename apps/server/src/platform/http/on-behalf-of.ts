/**
 * What a till could not send at once is sent by whoever is signed in next: the entry names its maker in `X-Made-By`. It is done in the
 * maker's name, with what the sender may do, and the history records both, and whether the maker may not do it any more. Who may not send
 * it themselves sends it by the leave of somebody at the till who may. Source: docs/rules.md#outbox-author, docs/decisions/020.
 */

import type { PermissionOverride, Role } from '@atoll/domain/access/permission';
import { personLimits, personPermissions } from '@atoll/domain/access/permission';
import { sendingSubject } from '@atoll/domain/contract/approval';
import type { Access } from '@atoll/domain/contract/endpoint';
import type { Store } from '../store/store.ts';
import { isLetIn, notAdmitted } from './access.ts';
import type { Actor } from './actor.ts';
import { outboxCalls } from './outbox-calls.ts';
import type { Services } from './services.ts';

interface Called {
  /** Key of the contract. */
  readonly endpoint: string;
  readonly url: string;
}

/**
 * Answers who did it and with what they may do it: the maker, when there is another and they are of the outlet, else the caller; with the
 * permissions of who let it be sent, when somebody did. Refused: 'forbidden', when only a leave could let the caller in and it is not good.
 */
export async function whoDid(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { endpoint, url }: Called,
  actor: Actor,
): Promise<Actor> {
  const access = outboxCalls.get(endpoint);
  if (access === undefined || (actor.madeBy === undefined && actor.approvalKey === undefined)) return actor;
  const sender = await byLeave(store, actor, clock());
  if (!isLetIn(access, sender.permissions)) throw notAdmitted(url);
  return makerOf(store, access, sender);
}

/** The caller with what the one may do who let them send what waits on this till; as they are without such an approval. */
async function byLeave(store: Store, { isUnadmitted, ...actor }: Actor, now: number): Promise<Actor> {
  const { outletId, approvalKey } = actor;
  if (approvalKey === undefined) return actor;
  const approver = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('approval')
      .innerJoin('app_user', 'app_user.id', 'approval.approver_id')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.role', 'app_user.permission_overrides'])
      .where('approval.outlet_id', '=', outletId)
      .where('user_outlet.outlet_id', '=', outletId)
      .where('approval.key', '=', approvalKey)
      .where('approval.subject_type', '=', sendingSubject)
      .where('approval.subject_key', '=', actor.deviceId)
      .where('approval.requested_by', '=', actor.userId)
      .where('approval.status', '=', 'Granted')
      .where('approval.expires_at', '>', now)
      .where('app_user.is_active', '=', true)
      .executeTakeFirst(),
  );
  if (!approver) return actor;
  const { role, permission_overrides } = approver;
  return {
    ...actor,
    permissions: permissionsOf(role, permission_overrides),
    approvable: new Set(),
    limits: personLimits(permission_overrides),
    sendApproval: approvalKey,
    ...(isUnadmitted && { isRevoked: true }),
  };
}

const permissionsOf = (role: Role, overrides: readonly PermissionOverride[]): ReadonlySet<string> =>
  new Set<string>(personPermissions(role, overrides));

async function makerOf(store: Store, access: Access, sender: Actor): Promise<Actor> {
  const { madeBy, outletId } = sender;
  if (madeBy === undefined) return sender;
  const maker = await store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.id', 'app_user.name', 'app_user.role', 'app_user.permission_overrides', 'app_user.is_active'])
      .where('app_user.id', '=', madeBy)
      .where('user_outlet.outlet_id', '=', outletId)
      .executeTakeFirst(),
  );
  if (!maker) return sender;
  const { isRevoked: _sender, ...rest } = sender;
  const done: Actor = { ...rest, userId: maker.id, name: maker.name, sentBy: sender.userId };
  const now = permissionsOf(maker.role, maker.permission_overrides);
  return maker.is_active && isLetIn(access, now) ? done : { ...done, isRevoked: true };
}
