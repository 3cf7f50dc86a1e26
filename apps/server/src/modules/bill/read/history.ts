/** The history of a bill in the store. Source: docs/rules.md#history. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';

/** Returns the history of a bill and of those that were merged into it, in order, and the approver of each approval. */
export async function historyOfBill(db: Kysely<Database>, outletId: number, bill: Bill) {
  const aliases = await db
    .selectFrom('bill_alias')
    .select('key')
    .where('outlet_id', '=', outletId)
    .where('bill_id', '=', bill.id ?? 0)
    .execute();
  const rows = await db
    .selectFrom('history')
    .select(['seq', 'at', 'action', 'user_id', 'device_id', 'approval_key', 'data'])
    .where('outlet_id', '=', outletId)
    .where('subject_key', 'in', [bill.key, ...aliases.map(({ key }) => key)])
    .orderBy('seq')
    .execute();
  const keys = rows.flatMap((row) => row.approval_key ?? []);
  const approvals =
    keys.length === 0
      ? []
      : await db
          .selectFrom('approval')
          .select(['key', 'approver_id'])
          .where('outlet_id', '=', outletId)
          .where('key', 'in', keys)
          .execute();
  return { rows, approvers: new Map(approvals.map((one) => [one.key, one.approver_id])) };
}
