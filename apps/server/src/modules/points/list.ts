/** The customers who have points, and what happened to those of one. Source: docs/rules.md#points. */
import type { PointsHolder, PointsLedger } from '@atoll/domain/contract/people/points';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { ListRequest, Page } from '../../platform/http/list.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { pageOfRows, type RowSorts, sortNames } from '../stock/service.ts';

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

interface Row extends Omit<PointsHolder, 'points'> {
  readonly loyalty_points: number;
}

const present = ({ loyalty_points: points, ...row }: Row): PointsHolder => ({ ...row, points });

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
): Promise<Page<PointsHolder> | PointsHolder[]> {
  return store.readForLists(outletId, (db) => {
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
    return pageOfRows(found.select(columns), request, sorts, (rows) => rows.map(present));
  });
}

/** Returns the points of a customer with their entries, the latest first. Refused: 'notFound'. */
export function pointsLedger(store: Store, outletId: number, idOrKey: string): Promise<PointsLedger> {
  return store.readForLists(outletId, async (db) => {
    const found = holders(db, outletId).select(columns);
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
