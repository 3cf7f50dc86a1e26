/** Reads what the history says about bills and shifts. */
import type { Kysely } from 'kysely';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Note {
  readonly seq: number;
  readonly key: string;
  readonly action: string;
  readonly before: Fields;
  readonly after: Fields;
  /** Values of the rows that its command wrote, by table; an entry of an earlier release has none. */
  readonly written: Readonly<Record<string, Fields>>;
}

/** A payment as the history has it. */
export interface NotedPayment {
  readonly key: string;
  readonly method: string;
  readonly amount: number;
}

export const noteColumns = ['seq', 'subject', 'subject_key', 'action', 'data'] as const;

/** Returns a row of the history as a note. */
export function noteOf(row: { seq: number; subject_key: string; action: string; data: string }): Note {
  const data = JSON.parse(row.data) as { before?: Fields | null; after?: Fields | null; written?: Note['written'] };
  const { before, after, written = {} } = data;
  const { seq, subject_key: key, action } = row;
  return { seq, key, action, before: before ?? {}, after: after ?? {}, written };
}

/** Returns the notes of records of a subject by their key, oldest first. */
export async function notesOf(
  db: Kysely<Database>,
  outletId: number,
  {
    subject,
    keys,
    actions,
  }: {
    subject: 'Bill' | 'Shift' | 'Approval' | 'Account' | 'Wallet' | 'Advance order' | 'Customer';
    keys: readonly string[];
    actions: readonly string[];
  },
): Promise<Map<string, Note[]>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('history')
    .select(noteColumns)
    .where('outlet_id', '=', outletId)
    .where('subject_key', 'in', keys)
    .where('subject', '=', subject)
    .where('action', 'in', actions)
    .orderBy('seq')
    .execute();
  return Map.groupBy(rows.map(noteOf), ({ key }) => key);
}

/** Returns what a note says was written to a table; undefined for a note of an earlier release. */
export const writtenIn = ({ written }: Note, table: string): Fields | undefined => written[table];

/** Returns a number of a note; undefined when the release that wrote it did not record it. */
export const numberIn = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
};

/** Returns a text of a note; undefined when the release that wrote it did not record it. */
export const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the payments of a note; undefined when the release that wrote it recorded no amounts. */
export function paymentsIn({ after }: Note): readonly NotedPayment[] | undefined {
  const list = after['payments'];
  if (!Array.isArray(list)) return undefined;
  const isWhole = (one: unknown): one is NotedPayment =>
    typeof one === 'object' && one !== null && 'key' in one && 'method' in one && 'amount' in one;
  return list.every(isWhole) ? list : undefined;
}

/** Returns whether the note completed its bill: a payment, or the refund that is the bill. */
export const isSale = ({ action, after }: Note): boolean =>
  action === 'Paid' || (action === 'Refunded' && textIn(after, 'ofKey') !== undefined);
