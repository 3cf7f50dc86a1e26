/**
 * Commands that all stock documents (counts, requests, purchase invoices, recipes) share: they are created once for each key, numbered by month, changed
 * only in the version that the sender has seen, moved by steps, and deactivated instead of deleted.
 */

import { businessDate } from '@atoll/domain/date/business-day';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { StepNote } from '../../platform/store/schema/schema-stock.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
import type { StockActor } from './actor.ts';
import { instant } from './api-value.ts';
import { stockTerms } from './movement/terms.ts';
import { appendHistory, appendRemoval } from './record.ts';

/** Documents with a number, a status, and the steps that led to it. */
type NumberedTable = 'stock_request' | 'stock_count' | 'purchase_invoice';

/** Tables of stock documents. */
export type DocumentTable = NumberedTable | 'recipe';

/** A row of a stock document. */
export type DocumentRow<Table extends DocumentTable> = Selectable<Database[Table]>;

/** Columns that creating a document sets by itself. */
type SetColumn =
  | 'outlet_id'
  | 'id'
  | 'key'
  | 'number'
  | 'status'
  | 'reason'
  | 'steps'
  | 'created_at'
  | 'created_by'
  | 'created_by_name'
  | 'modified_at'
  | 'modified_by';

/** A kind of numbered document. */
export interface DocumentKind<Table extends NumberedTable = NumberedTable> {
  readonly table: Table;
  /** Its name in history and search. */
  readonly subject: string;
  /** Prefix of its numbers. */
  readonly prefix: string;
  /** The screen that shows it: users without it do not find it. */
  readonly permission: string;
}

export const countKind: DocumentKind<'stock_count'> = {
  table: 'stock_count',
  subject: 'Count',
  prefix: 'CNT',
  permission: 'Inventory',
};

export const requestKind: DocumentKind<'stock_request'> = {
  table: 'stock_request',
  subject: 'Request',
  prefix: 'REQ',
  permission: 'Inventory',
};

export const invoiceKind: DocumentKind<'purchase_invoice'> = {
  table: 'purchase_invoice',
  subject: 'Invoice',
  prefix: 'PINV',
  permission: 'Invoices',
};

/** Returns the row of an id or key. Refused: 'notFound'. */
export async function loadDocument<Table extends DocumentTable>(
  db: Kysely<Database>,
  table: Table,
  outletId: number,
  ref: number | string,
): Promise<DocumentRow<Table>> {
  const all = db
    .selectFrom(table as DocumentTable)
    .selectAll()
    .where('outlet_id', '=', outletId);
  const isId = typeof ref === 'number' || /^\d+$/.test(ref);
  const row = await (isId
    ? all.where('id', '=', Number(ref))
    : all.where('key', '=', ref.toLowerCase())
  ).executeTakeFirst();
  if (!row) throw refused('notFound');
  return row as DocumentRow<Table>;
}

/** Returns whether a document of this key exists. Refused: 'keyReused' when `isSame` says that it is another one. */
export async function isCreated<Table extends DocumentTable>(
  tx: OutletTx,
  table: Table,
  key: string,
  isSame: (row: DocumentRow<Table>) => boolean,
): Promise<boolean> {
  const known = await tx.db
    .selectFrom(table as DocumentTable)
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!known) return false;
  if (!isSame(known as DocumentRow<Table>)) throw refused('keyReused');
  return true;
}

/** Writes a new document with the status Draft, adds it to the search index, and returns its id and number. `words` find it in addition to its number. */
export async function createDocument<Table extends NumberedTable>(
  tx: OutletTx,
  actor: StockActor,
  { table, subject, prefix, permission }: DocumentKind<Table>,
  key: string,
  content: Omit<Insertable<Database[Table]>, SetColumn>,
  words: readonly string[],
): Promise<{ readonly id: number; readonly number: string }> {
  const number = await nextNumber(tx, table, prefix);
  const id = await tx.nextId(table);
  const columns = {
    outlet_id: actor.outletId,
    id,
    key,
    number,
    ...content,
    status: 'Draft',
    reason: '',
    steps: JSON.stringify(withStep([], tx, actor, 'Draft')),
    created_by_name: actor.name,
    ...createdStamp(tx, actor),
  };
  tx.write(tx.db.insertInto(table as NumberedTable).values(columns as never));
  await indexRecord(tx, { entity: subject, id, name: number, words, permission });
  return { id, number };
}

/** Returns who creates a record, and when. */
export function createdStamp(tx: OutletTx, actor: StockActor) {
  return { created_at: tx.now, created_by: actor.userId, modified_at: tx.now, modified_by: actor.userId };
}

/** Throws 'stateForbids' unless a document has one of these states. */
export function requireStatus(row: { readonly status: string }, ...allowed: readonly string[]): void {
  if (!allowed.includes(row.status)) throw refused('stateForbids', { extra: { status: row.status } });
}

/** Throws 'versionOld' unless the sender has seen the latest version. */
export function requireVersion(row: { readonly version: number }, version: number): void {
  if (row.version !== version) throw refused('versionOld');
}

/** Writes changed columns of a document and raises its version. */
export function writeDocument(
  tx: OutletTx,
  actor: StockActor,
  table: DocumentTable,
  row: { readonly id: number; readonly version: number },
  changed: object,
): void {
  tx.write(
    tx.db
      .updateTable(table)
      .set({ ...changed, version: row.version + 1, modified_at: tx.now, modified_by: actor.userId })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', row.id),
  );
}

/** A step of a document. */
interface Step {
  readonly to: HistoryAction;
  readonly reason: string | undefined;
  /** Other columns that it changes. */
  readonly changed: object;
  /** What the history notes in addition to the new status. */
  readonly noted?: object;
}

/** Moves a document to a status, and appends the step to the document and to the outlet's history. */
export function writeStep<Table extends NumberedTable>(
  tx: OutletTx,
  actor: StockActor,
  { table, subject }: DocumentKind<Table>,
  row: DocumentRow<NumberedTable>,
  { to, reason, changed, noted }: Step,
): void {
  writeDocument(tx, actor, table, row, {
    ...changed,
    status: to,
    reason: reason?.trim() || row.reason,
    steps: JSON.stringify(withStep(row.steps, tx, actor, to, reason)),
  });
  const after = { status: to, ...noted };
  appendHistory(tx, actor, subject, { key: row.key, before: { status: row.status }, after }, to);
}

/** Removes a document from lists and search. Its row remains. */
export async function removeDocument<Table extends NumberedTable>(
  tx: OutletTx,
  actor: StockActor,
  { table, subject }: DocumentKind<Table>,
  row: DocumentRow<NumberedTable>,
): Promise<void> {
  writeDocument(tx, actor, table, row, { is_active: false });
  await removeRecord(tx, { entity: subject, id: row.id });
  appendRemoval(tx, actor, subject, row.key);
}

/** Returns the next number of a month: `REQ-2603-0007`. */
async function nextNumber(tx: OutletTx, table: NumberedTable, prefix: string): Promise<string> {
  const { timezone, businessDayCutoff } = await stockTerms(tx);
  const month = businessDate(tx.now, timezone, businessDayCutoff).slice(2, 7).replace('-', '');
  const start = `${prefix}-${month}-`;
  const last = await tx.db
    .selectFrom(table)
    .select('number')
    .where('outlet_id', '=', tx.head.outletId)
    .where('number', '>=', start)
    .where('number', '<', `${prefix}-${month}.`)
    .orderBy(sql`length(number)`, 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const count = last === undefined ? 0 : Number(last.number.slice(start.length));
  return `${start}${String(count + 1).padStart(4, '0')}`;
}

/** Returns the steps with one appended. */
export function withStep(
  steps: readonly StepNote[],
  tx: OutletTx,
  actor: StockActor,
  to: string,
  reason = '',
  key?: string,
): readonly StepNote[] {
  const step = { to, at: tx.now, by: actor.userId, byName: actor.name, reason: reason.trim() };
  return [...steps, key === undefined ? step : { ...step, key }];
}

/** Returns steps as the API sends them. */
export function presentSteps(
  steps: readonly StepNote[],
): { readonly to: string; readonly at: string; readonly byName: string; readonly reason: string }[] {
  return steps.map(({ to, at, byName, reason }) => ({ to, at: instant(at), byName, reason }));
}
