/**
 * Calls on behalf of somebody else. What a till could not send at once is sent by the next signed-in user: the entry
 * names its author in `X-Made-By`, which counts only for a person who was signed in on that device then (R36.15). It is done in the author's name: the sender must
 * have the permission of the call, and beyond it counts what both may do (R36.16). The history records both, and whether the author lacks the permission by now. What
 * they may not do somebody at the till approves. Source: docs/rules.md#outbox-author, docs/decisions/020.
 */

import type { PermissionOverride, Role } from '@atoll/domain/access/permission';
import { actionPermissions, personLimits, personPermissions } from '@atoll/domain/access/permission';
import type { OutboxCallKey } from '@atoll/domain/contract/bill/approval-about';
import { type Access, isAllowed } from '@atoll/domain/contract/platform/endpoint';
import { staffOutlet } from '../store/outlet/staff-outlet.ts';
import type { Store } from '../store/store.ts';
import { notAdmitted } from './access.ts';
import type { Actor, SendRights } from './actor.ts';
import { outboxCalls } from './outbox/calls.ts';

interface Called {
  /** Key of the contract. */
  readonly endpoint: string;
  readonly url: string;
  /** The body as its schema read it. */
  readonly body: unknown;
  /** The body as it was sent, which is what a device signs. */
  readonly raw: unknown;
}

/** Work as the device signed it that saved it to a file. */
export interface SentWork {
  readonly endpoint: string;
  readonly raw: unknown;
}

interface Parts {
  readonly store: Store;
  /** Returns whether the person whom a call names as its author was signed in then, on the caller's device or the one that saved the work to a file. */
  readonly isAuthor: (
    actor: Actor,
    author: { readonly id: number; readonly name: string },
    work: SentWork,
  ) => Promise<boolean>;
  /** Returns what the approval of a call allows, or null. */
  readonly sendRights: (actor: Actor, sent: { call: OutboxCallKey; body: unknown }) => Promise<SendRights | null>;
}

/**
 * Returns the actor of a call: the author, when it names another user of the outlet, otherwise the caller; with the
 * permissions of the approver, when somebody approved it. Refused: 'forbidden', when only an approval could admit the
 * caller and it is not valid.
 */
export async function onBehalfOf(
  { store, sendRights, isAuthor }: Parts,
  { endpoint, url, body, raw }: Called,
  actor: Actor,
): Promise<Actor> {
  const access = outboxCalls.get(endpoint);
  const { authorId, approvalKey, madeOn } = actor;
  if (access === undefined || (authorId ?? approvalKey ?? madeOn) === undefined) return actor;
  const rights = await sendRights(actor, { call: endpoint as OutboxCallKey, body });
  const sender = approved(actor, rights);
  if (!isAllowed(access, sender.permissions)) throw notAdmitted(url);
  const work = { endpoint, raw };
  if (authorId !== undefined) return authorOf({ store, isAuthor }, access, sender, work);
  return madeOn && (await isAuthor(sender, { id: sender.userId, name: sender.name }, work)) ? savedOn(sender) : sender;
}

/** Returns the caller with the device that saved the work to a file in place of the one that sends it. */
const savedOn = (actor: Actor): Actor =>
  actor.madeOn ? { ...actor, deviceId: actor.madeOn.device, sessionDevice: actor.madeOn.device } : actor;

/** Returns the caller with what an approval allows; unchanged without one. */
function approved({ isUnadmitted, ...actor }: Actor, rights: SendRights | null): Actor {
  if (rights === null) return actor;
  return {
    ...actor,
    permissions: rights.permissions,
    approvable: new Set(),
    limits: rights.limits,
    sendApproval: rights.approvalKey,
    sendEntry: rights.entry,
    ...(isUnadmitted && { isRevoked: true }),
  };
}

const permissionsOf = (role: Role, overrides: readonly PermissionOverride[]): ReadonlySet<string> =>
  new Set<string>(personPermissions(role, overrides));

/** Of the sender, because another waiter may have taken over the table since; it gives nothing away but who serves it. */
const sendersOwn: ReadonlySet<string> = new Set(['bill.viewOthers']);

/**
 * Returns what counts for work of another person that nobody approved: the sender's permission for the call itself, because the author may have lost it
 * since, and beside it what both may do. Otherwise a changed till would leave a void or a discount to the next manager who unlocks it.
 */
function sharedRights(
  sender: Actor,
  access: Access,
  author: { readonly held: ReadonlySet<string>; readonly overrides: readonly PermissionOverride[] },
): Pick<Actor, 'permissions' | 'approvable' | 'limits'> {
  const [only, ...others] = ('anyOf' in access && access.anyOf) || [];
  const own = (permission: string): boolean =>
    author.held.has(permission) || sendersOwn.has(permission) || (permission === only && others.length === 0);
  const actions = new Set<string>(actionPermissions);
  const permissions = new Set([...sender.permissions].filter((one) => !actions.has(one) || own(one)));
  const theirs = personLimits(author.overrides);
  const limits = { ...sender.limits };
  for (const [action, limit] of Object.entries(theirs)) limits[action] = Math.min(limit, limits[action] ?? limit);
  return { permissions, approvable: new Set([...sender.approvable, ...sender.permissions]), limits };
}

async function authorOf(
  { store, isAuthor }: Pick<Parts, 'store' | 'isAuthor'>,
  access: Access,
  sender: Actor,
  work: SentWork,
): Promise<Actor> {
  const { authorId, outletId } = sender;
  if (authorId === undefined) return sender;
  const author = await store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.id', 'app_user.name', 'app_user.role', 'app_user.permission_overrides', 'app_user.is_active'])
      .where('app_user.id', '=', authorId)
      .where('user_outlet.outlet_id', '=', staffOutlet(outletId))
      .executeTakeFirst(),
  );
  if (!author || !(await isAuthor(sender, author, work))) return sender;
  const { isRevoked: _sender, ...rest } = savedOn(sender);
  const now = permissionsOf(author.role, author.permission_overrides);
  const rights =
    sender.sendApproval === undefined
      ? sharedRights(sender, access, { held: now, overrides: author.permission_overrides })
      : {};
  const done: Actor = { ...rest, ...rights, userId: author.id, name: author.name, sentBy: sender.userId };
  return author.is_active && isAllowed(access, now) ? done : { ...done, isRevoked: true };
}
