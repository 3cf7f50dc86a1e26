/** Ends requests for approval that wait for an answer. Source: docs/rules.md#approval-end. */
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { ApprovalTable } from '../../platform/store/schema/schema-people.ts';
import type { OutletTx } from '../../platform/store/store.ts';

type Question = Pick<Selectable<ApprovalTable>, 'permission' | 'subject_type' | 'subject_key'>;

/** Makes the requests of a person that wait for an answer expired ones. */
const ended = (tx: OutletTx, { outletId, userId }: Actor) =>
  tx.db
    .updateTable('approval')
    .set({ expires_at: tx.clockNow })
    .where('outlet_id', '=', outletId)
    .where('requested_by', '=', userId)
    .where('status', '=', 'Pending')
    .where('expires_at', '>', tx.clockNow);

/** Ends the requests of the same question that wait for an answer: the till that asked was reloaded, or the person asks somebody else. */
export function endEarlier(tx: OutletTx, actor: Actor, question: Question): void {
  tx.write(
    ended(tx, actor)
      .where('permission', '=', question.permission)
      .where('subject_type', '=', question.subject_type)
      .where('subject_key', '=', question.subject_key),
  );
}

/** Ends a request that waits for an answer. */
export const endNow = (tx: OutletTx, actor: Actor, key: string): void =>
  tx.write(ended(tx, actor).where('key', '=', key));
