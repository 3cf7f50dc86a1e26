/** Ends requests for approval that wait for an answer. Source: docs/rules.md#approval-end. */
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import type { ApprovalTable } from '../../platform/store/schema/schema-people.ts';
import type { OutletTx } from '../../platform/store/store.ts';

type Question = Pick<Selectable<ApprovalTable>, 'permission' | 'subject_type' | 'subject_key'>;

/** Ends the requests of the same question that wait for an answer: the till that asked was reloaded, or the person asks somebody else. */
export async function endEarlier(tx: OutletTx, actor: Actor, question: Question): Promise<void> {
  const earlier = await tx.db
    .selectFrom('approval')
    .select('key')
    .where('outlet_id', '=', actor.outletId)
    .where('requested_by', '=', actor.userId)
    .where('permission', '=', question.permission)
    .where('subject_type', '=', question.subject_type)
    .where('subject_key', '=', question.subject_key)
    .where('status', '=', 'Pending')
    .where('expires_at', '>', tx.clockNow)
    .execute();
  for (const { key } of earlier) endNow(tx, key);
}

/** Makes a request that waits for an answer an expired one. */
export function endNow(tx: OutletTx, key: string): void {
  tx.write(
    tx.db
      .updateTable('approval')
      .set({ expires_at: tx.clockNow })
      .where('outlet_id', '=', tx.head.outletId)
      .where('key', '=', key)
      .where('status', '=', 'Pending'),
  );
}
