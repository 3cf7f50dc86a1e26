/** Finds bills, shifts, approvals and house accounts that the history knows and the store does not have any more. */

import { accountEntryTypes } from '@atoll/domain/account/account';
import { formatMoney } from '@atoll/domain/money/money';
import type { Kysely } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import type { Findings } from './findings.ts';
import { isSale, type Note, noteColumns, noteOf, notesOf, numberIn, textIn } from './notes.ts';

const pageSize = 500;

/** Names each bill, refund, shift, approval and house account of the history that is missing, and each that does not count as paid any more. */
export async function findMissing(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  for (let last = 0; ; ) {
    const page = await store.readOutlet(outletId, (db) => readPage(db, outletId, last));
    for (const words of page.missing) findings.differs(words);
    if (page.end === undefined) return;
    last = page.end;
  }
}

async function readPage(
  db: Kysely<Database>,
  outletId: number,
  after: number,
): Promise<{ end: number | undefined; missing: string[] }> {
  const rows = await db
    .selectFrom('history')
    .select(noteColumns)
    .where('outlet_id', '=', outletId)
    .where('seq', '>', after)
    .where('subject', 'in', ['Bill', 'Shift', 'Approval', 'Account'])
    .where('action', 'in', ['Created', 'Paid', 'Refunded', 'Opened', 'Asked', 'Granted', ...accountEntryTypes])
    .orderBy('seq')
    .limit(pageSize)
    .execute();
  const notes = (subject: string): Note[] => rows.filter((row) => row.subject === subject).map(noteOf);
  const sales = notes('Bill').filter(isSale);
  const shifts = notes('Shift').filter(({ action }) => action === 'Opened');
  const paid = new Map(
    (await rowsOf(db, 'bill', outletId, sales)).map(({ key, status }) => [key, status === 'Complete']),
  );
  const approvals = notes('Approval');
  const kept = new Set((await rowsOf(db, 'approval', outletId, approvals)).map(({ key }) => key));
  const opened = new Set((await rowsOf(db, 'shift', outletId, shifts)).map(({ key }) => key));
  const made = notes('Bill').filter(({ action }) => action === 'Created');
  const stored = new Set((await rowsOf(db, 'bill', outletId, made)).map(({ key }) => key));
  const charged = notes('Account').filter(isEntry);
  const accounts = new Set((await rowsOf(db, 'account', outletId, charged)).map(({ key }) => key));
  const missing = [
    ...(
      await unpaid(
        db,
        outletId,
        made.filter(({ key }) => !stored.has(key)),
      )
    ).map(missingBill),
    ...charged.filter(({ key }) => !accounts.has(key)).map(missingAccount),
    ...sales.flatMap((note) => missingSale(note, paid.get(note.key))),
    ...shifts.filter(({ key }) => !opened.has(key)).map(missingShift),
    ...approvals.filter(({ key }) => !kept.has(key)).map(missingApproval),
  ];
  return { end: rows.at(-1)?.seq, missing };
}

async function rowsOf(
  db: Kysely<Database>,
  table: 'bill' | 'shift' | 'approval' | 'account',
  outletId: number,
  notes: readonly Note[],
) {
  if (notes.length === 0) return [];
  const keys = notes.map(({ key }) => key);
  return db
    .selectFrom(table)
    .select(['key', 'status'])
    .where('outlet_id', '=', outletId)
    .where('key', 'in', keys)
    .execute();
}

/** Returns the entries of bills that nobody paid: a payment whose bill is missing is named by itself. */
async function unpaid(db: Kysely<Database>, outletId: number, made: readonly Note[]): Promise<readonly Note[]> {
  const keys = made.map(({ key }) => key);
  const paid = await notesOf(db, outletId, { subject: 'Bill', keys, actions: ['Paid'] });
  return made.filter(({ key }) => !paid.has(key));
}

const isEntry = ({ action }: Note): boolean => accountEntryTypes.some((type) => type === action);

const missingBill = ({ after }: Note): string =>
  `bill ${numberIn(after, 'number') ?? ''} of ${formatMoney(numberIn(after, 'total') ?? 0)}: is missing`;

const missingAccount = ({ action, after }: Note): string =>
  `house account with ${action} of ${formatMoney(numberIn(after, 'amount') ?? 0)}: is missing`;

function missingSale({ after, action }: Note, isPaid: boolean | undefined): string[] {
  if (isPaid) return [];
  const kind = action === 'Refunded' ? 'refund' : 'bill';
  const name = `${kind} ${textIn(after, 'invoiceNumber') ?? ''} of ${formatMoney(numberIn(after, 'total') ?? 0)}`;
  return [
    isPaid === undefined ? `${name}: is missing` : `${name}: does not count as paid, the history says that it was`,
  ];
}

const missingApproval = ({ key, after }: Note): string =>
  `approval ${key} of ${textIn(after, 'permission')}: is missing`;

const missingShift = ({ after }: Note): string =>
  `shift with ${formatMoney(numberIn(after, 'openingBalance') ?? 0)} at the start: is missing`;
