/** Compares approvals with the history: who allowed what, to whom, and whether it was used. Source: docs/rules.md#approvals. */
import { sendingSubject } from '@atoll/domain/contract/bill/approval';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { ApprovalTable } from '../../apps/server/src/platform/store/schema/schema-people.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { compareColumns } from './columns.ts';
import type { Findings } from './findings.ts';
import { type Note, notesOf, writtenIn } from './notes.ts';

const pageSize = 500;

type ApprovalRow = Selectable<ApprovalTable>;

/** Compares all approvals of an outlet. */
export async function compareApprovals(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  const used = await store.readOutlet(outletId, (db) => usedKeys(db, outletId));
  for (let last = ''; ; ) {
    const { rows, notes } = await store.readOutlet(outletId, (db) => readPage(db, outletId, last));
    for (const row of rows) compareApproval(row, notes.get(row.key) ?? [], used, findings);
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.key;
  }
}

async function readPage(db: Kysely<Database>, outletId: number, after: string) {
  const rows = await db
    .selectFrom('approval')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('key', '>', after)
    .orderBy('key')
    .limit(pageSize)
    .execute();
  const actions = ['Asked', 'Granted', 'Denied', 'Withdrawn'];
  const notes = await notesOf(db, outletId, { subject: 'Approval', keys: rows.map(({ key }) => key), actions });
  return { rows, notes };
}

/** Returns the approvals with which something else was done. */
async function usedKeys(db: Kysely<Database>, outletId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('history')
    .select('approval_key')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('approval_key', 'is not', null)
    .where('subject', '<>', 'Approval')
    .execute();
  return new Set(rows.flatMap((row) => row.approval_key ?? []));
}

function compareApproval(
  row: ApprovalRow,
  notes: readonly Note[],
  used: ReadonlySet<string>,
  findings: Findings,
): void {
  const name = `approval ${row.key} of ${row.permission}`;
  findings.checked('approval');
  const note = notes.at(-1);
  if (note === undefined) return findings.differs(`${name} is not in the history`);
  const { expires_at, ...written } = writtenIn(note, 'approval') ?? notedColumns(note);
  compareColumns(name, row, written, findings);
  const isEnded = row.status === 'Pending' && typeof expires_at === 'number' && row.expires_at < expires_at;
  if (expires_at !== undefined && !isEnded) compareColumns(name, row, { expires_at }, findings);
  const isUsed = used.has(row.key) && row.subject_type !== sendingSubject;
  const allowed = statusAfter(note.action, isUsed);
  if (!allowed.includes(row.status))
    findings.differs(`${name}: status is ${row.status}, the history says ${allowed.join(' or ')}`);
}

/** Returns the columns that an entry of an earlier release has. */
function notedColumns({ after }: Note): Record<string, unknown> {
  const columns = {
    permission: 'permission',
    subject: 'subject_key',
    amount: 'amount',
    reason: 'reason',
    requestedBy: 'requested_by',
    approver: 'approver_id',
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) => (field in after ? [[column, after[field]]] : [])),
  );
}

/** Returns the statuses that an approval can have after its last entry. What allows to send waiting work stays granted until all was sent. */
function statusAfter(action: string, isUsed: boolean): readonly string[] {
  if (action === 'Denied') return ['Denied'];
  if (action !== 'Granted') return ['Pending'];
  return isUsed ? ['Used'] : ['Granted', 'Used'];
}
