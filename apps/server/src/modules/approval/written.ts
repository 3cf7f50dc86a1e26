/** What the history keeps of the row of an approval, so that an edit in the store is found. Source: R36.21, docs/rules.md#history-chain. */
import type { Selectable } from 'kysely';
import { digestOf } from '../../platform/store/outlet/digest.ts';
import type { ApprovalTable } from '../../platform/store/schema/schema-people.ts';

/** Returns the values of an approval beside its key and its status. */
export function approvalWritten({ outlet_id: _outlet, key: _key, status: _status, ...row }: Selectable<ApprovalTable>) {
  return { approval: { ...row, about: digestOf(row.about) } };
}
