/** Reading bills: one, those that are open, and the list of the grid. Source: requirements R18.10, R18.11, R9. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { survivorOf } from './load.ts';
import { billById, billByKey } from './queries.ts';
import { refundStateOf, withRefundStates } from './refund-state.ts';

/** Answers the bill of an id, a key, or a key that was merged into it. Refused: 'notFound'. */
export async function findBill(store: Store, outletId: number, ref: string): Promise<Bill> {
  const byKey = (key: string) => billByKey.with(store.engine, { outletId, key });
  const query = /^\d+$/.test(ref)
    ? billById.with(store.engine, { outletId, id: Number(ref) })
    : byKey(ref.toLowerCase());
  return store.readOutlet(outletId, async (db) => {
    const { rows } = await db.executeQuery(query);
    const row = await survivorOf(rows, async (key) => (await db.executeQuery(byKey(key))).rows);
    if (row === undefined) throw refused('notFound');
    if (row.doc.status !== 'Complete' || row.doc.id === null) return row.doc;
    return { ...row.doc, refundState: await refundStateOf(db, outletId, row.doc.id) };
  });
}

/** A list's documents as they are stored, joined to one JSON text: a page of them is neither parsed nor written anew. */
export type BillTexts = readonly string[];

const text = sql<string>`cast(doc as text)`.as('text');

/** Answers every open bill (as JSON texts) and the change of the outlet as of which they stand, from one snapshot. */
export function activeBills(store: Store, outletId: number): Promise<{ seq: number; bills: BillTexts }> {
  return store.readOutlet(outletId, async (db) => {
    const head = await db
      .selectFrom('outlet_cursor')
      .select('seq')
      .where('outlet_id', '=', outletId)
      .executeTakeFirst();
    const rows = await db
      .selectFrom('bill')
      .select(text)
      .where('outlet_id', '=', outletId)
      .where(sql<boolean>`is_open`)
      .orderBy('id')
      .execute();
    return { seq: head?.seq ?? 0, bills: rows.map((row) => row.text) };
  });
}

/** Columns that a list of bills may be sorted by, as the wire names them. */
export const billSorts = {
  id: 'id',
  number: 'number',
  invoiceNumber: 'invoice_number',
  createdAt: 'created_at',
  completedAt: 'completed_at',
  total: 'total',
  type: 'type',
  slot: 'slot',
  status: 'status',
} as const;

export interface BillFilter {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly customerId?: number | undefined;
  readonly shiftId?: number | undefined;
  readonly userId?: number | undefined;
  readonly search: string;
  /** Epoch ms, inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface BillPageRequest extends BillFilter {
  readonly limit: number;
  readonly offset: number;
  readonly sort: keyof typeof billSorts;
  readonly direction: 'asc' | 'desc';
  readonly isCounted: boolean;
}

/** Answers a page of bills (as JSON texts) and how many match in all. */
export function listBills(
  store: Store,
  outletId: number,
  request: BillPageRequest,
): Promise<{ bills: BillTexts; count: number }> {
  return store.readOutlet(outletId, async (db) => {
    const ids = matching(db, outletId, request)
      .select('id')
      .orderBy(billSorts[request.sort], request.direction)
      .$if(request.sort !== 'id', (query) => query.orderBy('id', request.direction))
      .limit(request.limit)
      .offset(request.offset);
    const rows = await db
      .selectFrom(ids.as('page'))
      .innerJoin('bill', (join) => join.onRef('bill.id', '=', 'page.id').on('bill.outlet_id', '=', outletId))
      .select([text, 'bill.id'])
      .orderBy(`bill.${billSorts[request.sort]}`, request.direction)
      .$if(request.sort !== 'id', (query) => query.orderBy('bill.id', request.direction))
      .execute();
    return {
      bills: await withRefundStates(db, outletId, rows),
      count: request.isCounted ? await countOf(db, outletId, request) : rows.length,
    };
  });
}

async function countOf(db: Kysely<Database>, outletId: number, filter: BillFilter): Promise<number> {
  const { type, status, customerId, shiftId, userId, search, from, to } = filter;
  if ([type, status, customerId, shiftId, userId, from, to].every((one) => one === undefined) && search === '') {
    // Bills are numbered without a gap and never removed.
    const head = await db
      .selectFrom('outlet_cursor')
      .select('bill_number')
      .where('outlet_id', '=', outletId)
      .executeTakeFirst();
    return head?.bill_number ?? 0;
  }
  const row = await matching(db, outletId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function matching(db: Kysely<Database>, outletId: number, filter: BillFilter) {
  let query = db.selectFrom('bill').where('outlet_id', '=', outletId);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('created_at', '<=', filter.to);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type as Bill['type']);
  if (filter.status !== undefined) query = whereStatus(query, filter.status);
  if (filter.customerId !== undefined)
    query = query.where('customer_id', '=', filter.customerId).where('customer_id', '>', 0);
  if (filter.shiftId !== undefined) query = query.where('shift_id', '=', filter.shiftId);
  if (filter.userId !== undefined) query = query.where('created_by', '=', filter.userId);
  if (filter.search === '') return query;
  const words = `%${filter.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return query.where((eb) =>
    eb.or([
      ...(/^\d{1,15}$/.test(filter.search) ? [eb('number', '=', Number(filter.search))] : []),
      eb(eb.fn<string>('lower', ['invoice_number']), 'like', sql<string>`${words} escape '\\'`),
      eb(eb.fn<string>('lower', ['customer_name']), 'like', sql<string>`${words} escape '\\'`),
    ]),
  );
}

type Matching = ReturnType<typeof bare>;
const bare = (db: Kysely<Database>) => db.selectFrom('bill').where('outlet_id', '=', 0);

/** 'Void' and 'Open' are no statuses of their own, but what a person looks for. */
function whereStatus(query: Matching, status: string): Matching {
  if (status === 'Void') return query.where(sql<boolean>`is_void`);
  if (status === 'Open') return query.where(sql<boolean>`is_open`);
  return query.where('status', '=', status as 'Saved').where(sql<boolean>`not is_void`);
}
