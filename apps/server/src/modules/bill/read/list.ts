/** The list of bills in the billing history. Source: R18.11, R9. */
import type { Bill } from '@atoll/domain/bill/bill';
import { mayViewOthers } from '@atoll/domain/bill/waiter';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { countedUpTo, refuseLongSort } from '../../../platform/http/list.ts';
import type { Engine } from '../../../platform/store/engine.ts';
import { billTotal, closedOrOpen, isOfCustomer, isOpenRow, isPaid } from '../../../platform/store/open-bills.ts';
import { readDays } from '../../../platform/store/outlet/older.ts';
import { staffOutlet } from '../../../platform/store/outlet/staff-outlet.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { type BillTexts, text } from './find.ts';
import { withLaterFacts } from './refund-state.ts';
import { idsFound, rowsOfNumber, voided } from './search.ts';
import { type BillViewer, viewable } from './viewed.ts';

/** Columns by which a list of bills may be sorted, under their API names. */
export const billSorts = {
  id: 'id',
  number: 'number',
  invoiceNumber: 'invoice_number',
  createdAt: 'created_at',
  completedAt: 'completed_at',
  total: 'total',
  type: 'type',
  // As the list shows it: 'Table 7'.
  slot: sql<string>`type`,
  status: sql<string>`case when is_void then 'Void' else status end`,
  createdByName: sql<string>`(select name from app_user where app_user.id = coalesce(bill.waiter_id, bill.created_by))`,
} as const;

/** Those that an index answers at any number of bills; the others sort at most `sortedUpTo` of them. Source: R35.59. */
export const indexedBillSorts: readonly (keyof typeof billSorts)[] = ['id', 'number', 'createdAt', 'total'];

type Condition = RawBuilder<boolean>;
type SortColumn = (typeof billSorts)[keyof typeof billSorts];

export interface BillFilter {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly customerId?: number | undefined;
  readonly shiftId?: number | undefined;
  readonly userId?: number | undefined;
  readonly slot?: number | undefined;
  /** Method of one of its payments. */
  readonly method?: string | undefined;
  /** Business days, both inclusive; an open bill has none. */
  readonly fromDay?: string | undefined;
  readonly toDay?: string | undefined;
  /** Laari, both inclusive. */
  readonly minTotal?: number | undefined;
  readonly maxTotal?: number | undefined;
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

/** With what the server adds. */
interface PageRequest extends BillPageRequest {
  readonly engine: Engine;
  /** Rows of the bills whose invoice number contains the searched text, where they are known and few (search.ts). */
  readonly numbered?: readonly number[] | undefined;
  /** Excludes the bills of other waiters. */
  readonly viewable: Condition | undefined;
}

/** A query of bills before its columns are chosen. */
type Bills = SelectQueryBuilder<Database, 'bill', object>;

/** Returns a page of the bills that the caller may see (as JSON texts) and the number of matches; with filters it counts at most `countedUpTo` + 1. */
export function listBills(
  store: Store,
  caller: BillViewer & { readonly outletId: number },
  asked: BillPageRequest,
): Promise<{ bills: BillTexts; count: number; isCountExact: boolean }> {
  const { outletId } = caller;
  const seen = mayViewOthers(caller) ? undefined : viewable(caller);
  const uncounted: PageRequest = { ...asked, engine: store.engine, viewable: seen };
  const road: Store['readOutlet'] = isQuick(uncounted)
    ? (id, read) => store.readOutlet(id, read)
    : (id, read) => readDays(store, id, asked.toDay, read);
  return road(outletId, async (db) => {
    const numbered = store.engine === 'sqlite' ? await rowsOfNumber(db, outletId, asked.search) : undefined;
    const request = { ...uncounted, numbered };
    const isSortedHere = !indexedBillSorts.includes(request.sort);
    let sorted = 0;
    if (isSortedHere)
      await refuseLongSort(async (limit) => (sorted = await countMatches(db, outletId, request, limit)));
    const page = await pageOf(db, outletId, request, billSorts[request.sort]);
    const rows = await byIds(
      db,
      outletId,
      page.map(({ id }) => id),
    );
    const bills = await withLaterFacts(db, outletId, rows);
    if (!request.isCounted) return { bills, count: rows.length, isCountExact: true };
    if (isSortedHere) return { bills, count: sorted, isCountExact: true };
    return { bills, ...(await countOf(db, outletId, request, rows.length)) };
  });
}

/** Returns the ids of a page. */
function pageOf(db: Kysely<Database>, outletId: number, request: PageRequest, column: SortColumn) {
  if (request.sort === 'total' && !isInIndexOfDays(request)) return pageByTotal(db, outletId, request);
  return (
    matching(db, outletId, request)
      .select('id')
      // What is sorted by is selected: SQLite then sorts entries of the index, and reads no rows.
      .$if(request.sort === 'slot', (query) => query.select(['type', 'slot']))
      .$if(typeof column === 'string', (query) => query.select(sql.ref(column as string).as('sorted')))
      .orderBy(sortOf(column, isOfOpen(request.status)), request.direction)
      .$if(request.sort === 'slot', (query) => query.orderBy('slot', request.direction))
      .$if(request.sort !== 'id', (query) => query.orderBy('id', request.direction))
      .limit(request.limit)
      .offset(request.offset)
      .execute()
  );
}

/** Closed bills are walked in the index of their totals, as far as the page; open ones are few, and their totals are in their documents. */
function pageByTotal(db: Kysely<Database>, outletId: number, request: PageRequest) {
  const { direction, limit, offset } = request;
  const open = matching(db, outletId, request)
    .where(isOpenRow)
    .select(['id', billTotal.as('sorted')]);
  const closed = matching(db, outletId, request)
    .where(sql<boolean>`not is_open`)
    .select(['id', 'total as sorted'])
    .orderBy('total', direction)
    .orderBy('id', direction)
    .limit(limit + offset);
  const both = isOfOpen(request.status)
    ? open
    : open.unionAll(db.selectFrom(closed.as('closed')).select(['closed.id', 'closed.sorted']));
  return db
    .selectFrom(both.as('found'))
    .select('found.id')
    .orderBy('found.sorted', direction)
    .orderBy('found.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

/** A page that begins behind more rows than these is no quick one. */
const quickUpTo = 2_000;

/** Returns whether an index gives the page and its count at any number of bills. Others are read where no till waits for them (R34.27). */
function isQuick(request: PageRequest): boolean {
  const { sort, limit, offset } = request;
  return isUnfiltered(request) && indexedBillSorts.includes(sort) && offset + limit <= quickUpTo;
}

/** Returns whether a list shows every bill of the outlet. */
function isUnfiltered(filter: PageRequest): boolean {
  const { type, status, customerId, shiftId, userId, slot, method, fromDay, toDay, from, to } = filter;
  const { search, minTotal, maxTotal, viewable } = filter;
  const days = [fromDay, toDay, from, to];
  const asked = [type, status, customerId, shiftId, userId, slot, method, ...days, minTotal, maxTotal, viewable];
  return search === '' && asked.every((one) => one === undefined);
}

/** Returns the expression to sort by. A plus keeps the planner from using another index than the small one of open bills. */
function sortOf(column: SortColumn, isOpenOnly: boolean): RawBuilder<unknown> {
  if (typeof column !== 'string') return column;
  return isOpenOnly ? sql`+${sql.ref(column)}` : sql.ref(column);
}

/** Reads the rows of a page and sorts them here: with an order in the query, SQLite would walk an index from its start. */
async function byIds(db: Kysely<Database>, outletId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('bill')
    .select([text, 'id'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', ids)
    .execute();
  const places = new Map(ids.map((id, at) => [id, at]));
  return rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

/** Counts the matches: a page that is not full is the last one, and without filters the last number is the count. */
async function countOf(
  db: Kysely<Database>,
  outletId: number,
  filter: PageRequest,
  shown: number,
): Promise<{ count: number; isCountExact: boolean }> {
  const { offset, limit } = filter;
  if (shown > 0 && shown < limit) return { count: offset + shown, isCountExact: true };
  if (isUnfiltered(filter)) {
    // Bills are numbered without gaps and never removed.
    const head = await db
      .selectFrom('outlet_cursor')
      .select('bill_number')
      .where('outlet_id', '=', outletId)
      .executeTakeFirst();
    return { count: head?.bill_number ?? 0, isCountExact: true };
  }
  const upTo = Math.max(countedUpTo, offset + shown) + 1;
  const count = await countMatches(db, outletId, filter, upTo);
  return { count, isCountExact: count < upTo };
}

/** Counts the matches, up to a limit. */
async function countMatches(
  db: Kysely<Database>,
  outletId: number,
  filter: PageRequest,
  limit: number,
): Promise<number> {
  const row = await db
    .selectFrom(matching(db, outletId, filter).select('id').limit(limit).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

function matching(db: Kysely<Database>, outletId: number, filter: PageRequest): Bills {
  let query = isInIndexOfDays(filter) ? fromIndexOfDays(db, outletId, filter) : ofOutlet(db, outletId);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('created_at', '<=', filter.to);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type as Bill['type']);
  if (filter.status !== undefined) query = query.where(ofStatus(outletId, filter.status));
  if (filter.customerId !== undefined) query = query.where(isOfCustomer(outletId, filter.customerId));
  if (filter.shiftId !== undefined) query = query.where(isOfShift(outletId, filter.shiftId));
  if (filter.userId !== undefined)
    query = query.where(sql<boolean>`coalesce(waiter_id, created_by) = ${filter.userId}`);
  if (filter.slot !== undefined) query = query.where('slot', '=', filter.slot);
  if (isOfDays(filter) && !isInIndexOfDays(filter)) query = query.where(ofDays(outletId, filter));
  if (filter.minTotal !== undefined || filter.maxTotal !== undefined) query = query.where(ofTotals(outletId, filter));
  if (filter.viewable !== undefined) query = query.where(filter.viewable);
  if (filter.method !== undefined) query = query.where(paidBy(outletId, filter.method));
  return filter.search === '' ? query : query.where(sql<boolean>`id in (${idsFound(outletId, filter)})`);
}

const ofOutlet = (db: Kysely<Database>, outletId: number): Bills =>
  db.selectFrom('bill').where('outlet_id', '=', outletId);

const isOfDays = ({ fromDay, toDay }: BillFilter): boolean => fromDay !== undefined || toDay !== undefined;

/** Returns whether the index of paid bills by day contains all that a list of business days filters and sorts by. */
function isInIndexOfDays(request: PageRequest): boolean {
  const { status, shiftId, userId, method, viewable, sort } = request;
  const others = [status, shiftId, userId, method, viewable];
  return isOfDays(request) && sort !== 'number' && others.every((one) => one === undefined);
}

/** Selects from the bills of the business days, so that their index is read and no other. A closed bill is paid or void, and has a day; an open bill has none. */
function fromIndexOfDays(db: Kysely<Database>, outletId: number, filter: BillFilter): Bills {
  const days = ofOutlet(db, outletId).where(onDays(filter));
  const paid = days.where(isPaid).selectAll();
  const isVoid = sql<boolean>`is_void and invoice_number is null`;
  return db.selectFrom(paid.unionAll(days.where(isVoid).selectAll()).as('bill')) as unknown as Bills;
}

/** Returns the condition of the business days on any bills. */
function ofDays(outletId: number, filter: BillFilter): Condition {
  const days = onDays(filter);
  return sql`id in (select id from bill where outlet_id = ${outletId} and ${isPaid} and ${days}
    union all select id from bill where outlet_id = ${outletId} and is_void and ${days})`;
}

const onDays = ({ fromDay = '', toDay }: BillFilter): Condition =>
  toDay === undefined ? sql`business_date >= ${fromDay}` : sql`business_date between ${fromDay} and ${toDay}`;

function ofTotals(outletId: number, { minTotal, maxTotal }: BillFilter): Condition {
  const within = (total: RawBuilder<unknown>) =>
    sql`${total} between ${minTotal ?? Number.MIN_SAFE_INTEGER} and ${maxTotal ?? Number.MAX_SAFE_INTEGER}`;
  return closedOrOpen(outletId, { closed: within(sql`total`), open: within(billTotal) });
}

const isOfShift = (outletId: number, shiftId: number): Condition =>
  closedOrOpen(outletId, { closed: sql`shift_id = ${shiftId}`, open: sql`shift_id = ${shiftId}` });

/** Payments that were exchanged for another method add up to zero. */
const paidBy = (outletId: number, method: string): Condition =>
  sql`(select sum(p.amount) from payment p where p.outlet_id = ${outletId} and p.bill_id = bill.id and p.method = ${method}) <> 0`;

const isOfOpen = (status: string | undefined): boolean =>
  status !== undefined && status !== 'Void' && status !== 'Complete';

/** Returns the condition of a status. 'Void' and 'Open' are not stored statuses: open is what is neither void nor paid. */
function ofStatus(outletId: number, status: string): Condition {
  if (status === 'Void') return sql`id in (${voided(outletId)})`;
  if (status === 'Open') return isOpenRow;
  return status === 'Complete' ? sql`status = 'Complete'` : sql`${isOpenRow} and status = ${status}`;
}

/** Returns the people who belong to an outlet, also those who were deactivated, by name. */
export function listBillPeople(store: Store, outletId: number): Promise<{ id: number; name: string }[]> {
  return store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.id', 'app_user.name'])
      .where('user_outlet.outlet_id', '=', staffOutlet(outletId))
      .orderBy('app_user.name')
      .execute(),
  );
}
