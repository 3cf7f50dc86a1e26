/** The customers who have points, and what happened to those of one. Source: docs/rules.md#points. */
import type { PointsHolder, PointsLedger } from '@atoll/domain/contract/people/points';
import { type Kysely, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { ListRequest, Page } from '../../platform/http/list.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { choiceFilter, pageOfRows, type RowSorts, sortNames } from '../stock/service.ts';
import { dueOf, firstKept } from './due.ts';

/** Entries of a ledger, at most. */
const maxEntries = 1000;

const columns = [
  'customer.id',
  'customer.key',
  'customer.version',
  'customer.code',
  'customer.name',
  'customer.phone',
  'customer.loyalty_points',
] as const;

interface Row extends Omit<PointsHolder, 'points' | 'due'> {
  readonly loyalty_points: number;
  /** Null: no entries. */
  readonly due?: number | null;
}

const present = ({ loyalty_points: points, due, ...row }: Row): PointsHolder => ({
  ...row,
  points,
  ...(due !== undefined && { due: Math.max(0, Number(due ?? 0)) }),
});

const presentAll = (rows: readonly Row[]): PointsHolder[] => rows.map(present);

const sorts: RowSorts<PointsHolder> = {
  columns: {
    id: 'customer.id',
    code: 'customer.code',
    name: 'customer.name',
    phone: 'customer.phone',
    points: 'customer.loyalty_points',
  },
};
export const pointsSorts = sortNames(sorts);

const holders = (db: Kysely<Database>, outletId: number) =>
  db.selectFrom('customer').where('customer.outlet_id', '=', outletId);

/** Returns a page (or the first 1000) of the customers with entries, found by name, phone or code. */
export function listPoints(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: { readonly due?: string | undefined } = {},
  now = Date.now(),
): Promise<Page<PointsHolder> | PointsHolder[]> {
  const isDue = choiceFilter('due', filters.due, ['Due']) === 'Due';
  return store.readForLists(outletId, async (db) => {
    const kept = await firstKept(db, outletId, now);
    let found = holders(db, outletId)
      .where('customer.is_active', '=', true)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('point_entry')
            .select('point_entry.id')
            .where('point_entry.outlet_id', '=', outletId)
            .whereRef('point_entry.customer_id', '=', 'customer.id'),
        ),
      );
    const words = request.search?.trim().toLowerCase();
    if (words)
      found = found.where(({ eb, fn, or }) =>
        or([
          eb(fn<string>('lower', ['customer.name']), 'like', `%${words}%`),
          eb('customer.phone', 'like', `%${words}%`),
          eb(fn<string>('lower', ['customer.code']), '=', words),
        ]),
      );
    const rows = found.select(columns);
    if (kept === null) return pageOfRows(isDue ? rows.where(sql.val(false)) : rows, request, sorts, presentAll);
    const due = dueOf(outletId, kept);
    const marked = rows.select(due.as('due'));
    return pageOfRows(isDue ? marked.where(sql<boolean>`${due} > 0`) : marked, request, sorts, presentAll);
  });
}

/** Returns the points of a customer with their entries, the latest first. Refused: 'notFound'. */
export function pointsLedger(store: Store, outletId: number, idOrKey: string, now = Date.now()): Promise<PointsLedger> {
  return store.readForLists(outletId, async (db) => {
    const kept = await firstKept(db, outletId, now);
    const all = holders(db, outletId).select(columns);
    const found = kept === null ? all : all.select(dueOf(outletId, kept).as('due'));
    const row = await (/^\d+$/.test(idOrKey)
      ? found.where('customer.id', '=', Number(idOrKey))
      : found.where('customer.key', '=', idOrKey)
    ).executeTakeFirst();
    if (!row) throw refused('notFound');
    const entries = await db
      .selectFrom('point_entry')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('customer_id', '=', row.id)
      .orderBy('id', 'desc')
      .limit(maxEntries)
      .execute();
    return {
      ...present(row),
      entries: entries.map((entry) => ({
        id: entry.id,
        at: new Date(entry.at).toISOString(),
        type: entry.type,
        points: entry.points,
        balanceAfter: entry.balance_after,
        billId: entry.bill_id,
        reference: entry.reference,
        note: entry.note,
        madeByName: entry.made_by_name,
      })),
    };
  });
}
