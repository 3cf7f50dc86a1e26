/** The approval codes of a person: for each till a secret with which it signs their approvals while the server is away. Source: R36.5, docs/rules.md#offline-approvals. */
import { randomBytes } from 'node:crypto';
import { userApprovableActions } from '@atoll/domain/access/permission';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { AskPassword } from '../auth/service.ts';

interface Parts {
  readonly store: Store;
  readonly now: number;
}

/** Ends the codes of a person on a device. Returns whether there was one. */
function endCodes({ store, now }: Parts, { userId, deviceId }: Actor): Promise<boolean> {
  return store.writeOrg(async (db) => {
    const ended = await db
      .updateTable('approval_code')
      .set({ ended_at: now })
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return Number(ended.numUpdatedRows) > 0;
  });
}

function recordCode(tx: OutletTx, { userId, deviceId }: Actor, isSet: boolean): void {
  tx.history({
    subject: 'Approval',
    subjectKey: deviceId,
    action: isSet ? 'Created' : 'Deactivated',
    userId,
    deviceId,
    after: { isActive: isSet },
  });
}

/**
 * Returns a new secret for the caller and their device; the one before ends. Refused: 'forbidden' for a person who may approve nothing,
 * 'passwordWrong', 'tooMany'.
 */
export async function setApprovalCode(
  parts: Parts & { readonly ask: AskPassword },
  actor: Actor,
  password: string,
): Promise<{ codeId: string; secret: string }> {
  const { store, now, ask } = parts;
  if (!userApprovableActions.some((action) => actor.permissions.has(action))) throw refused('forbidden');
  await ask(actor.userId, password);
  await endCodes(parts, actor);
  const made = { codeId: randomBytes(12).toString('base64url'), secret: randomBytes(32).toString('base64url') };
  await store.writeOrg((db) =>
    db
      .insertInto('approval_code')
      .values({
        id: made.codeId,
        user_id: actor.userId,
        device_id: actor.deviceId,
        secret: made.secret,
        created_at: now,
        ended_at: null,
      })
      .execute(),
  );
  await store.writeOutlet(actor.outletId, async (tx) => recordCode(tx, actor, true));
  return made;
}

/** Ends the caller's code on their device. */
export async function endApprovalCode(parts: Parts, actor: Actor): Promise<void> {
  if (!(await endCodes(parts, actor))) return;
  await parts.store.writeOutlet(actor.outletId, async (tx) => recordCode(tx, actor, false));
}
