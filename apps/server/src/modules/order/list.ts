/** The orders of an outlet, and one of them. Source: docs/rules.md#orders. */
import { isOverdue, orderFilters } from '@atoll/domain/bill/advance/order';
import { deviceNumberIn } from '@atoll/domain/bill/device-number';
import { lineAmount } from '@atoll/domain/bill/totals';
import type { Order, OrderDetails } from '@atoll/domain/contract/bill/order';
import { addDays } from '@atoll/domain/date/business-day';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { ListRequest, Page } from '../../platform/http/list.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { choiceFilter, pageOfRows, type RowSorts, sortNames } from '../stock/service.ts';
import { advancesOf, depositsOf, type OrderRow, presentOrder, sharesOfWallets } from './row.ts';

const sorts: RowSorts<Order> = {
  columns: {
    id: 'advance_order.id',
    dueAt: 'advance_order.due_at',
    number: 'advance_order.number',
    name: 'advance_order.name',
    total: 'advance_order.total',
    status: 'advance_order.status',
  },
};
export const orderSorts = sortNames(sorts);

/** Returns orders with what is paid of each. */
async function presented(db: Kysely<Database>, outletId: number, rows: readonly OrderRow[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id);
  const paid = await advancesOf(db, outletId, ids);
  const deposits = await depositsOf(db, outletId, rows);
  return rows.map((row) => presentOrder(row, paid.get(row.id), deposits.get(row.key)));
}

/** Returns the ids of the open orders that are late: their day has passed, or an instalment of their plan. */
async function overdueIds(db: Kysely<Database>, outletId: number, now: number): Promise<number[]> {
  const orders = db.selectFrom('advance_order').selectAll().where('outlet_id', '=', outletId);
  const open = await presented(db, outletId, await orders.where('status', '=', 'Open').execute());
  const yesterday = addDays(await todayOf(db, outletId, now), -1);
  return open.flatMap((order) => (isOverdue(order, { now, yesterday }) ? [order.id] : []));
}

/** Returns a page (or the first 1000) of the orders. */
export function listOrders(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: { readonly status?: string | undefined },
  now: number,
): Promise<Page<Order> | Order[]> {
  const status = choiceFilter('status', filters.status, orderFilters);
  return store.readForLists(outletId, async (db) => {
    let found = db.selectFrom('advance_order').where('advance_order.outlet_id', '=', outletId);
    if (status === 'Overdue')
      found = found.where('advance_order.id', 'in', [0, ...(await overdueIds(db, outletId, now))]);
    else if (status !== undefined) found = found.where('advance_order.status', '=', status);
    const search = request.search?.trim();
    if (search)
      found = found.where((eb) =>
        eb.or([
          eb('advance_order.number', 'like', `%${search.toUpperCase()}%`),
          eb('advance_order.name', 'like', `%${search}%`),
          eb('advance_order.phone', 'like', `%${search}%`),
        ]),
      );
    return pageOfRows(found.selectAll('advance_order'), request, sorts, (rows) => presented(db, outletId, rows));
  });
}

/** Returns an order by its id or key. Refused: 'notFound'. */
export function findOrder(store: Store, outletId: number, idOrKey: string): Promise<OrderDetails> {
  return store.readForLists(outletId, async (db) => {
    const orders = db.selectFrom('advance_order').selectAll().where('outlet_id', '=', outletId);
    const row = await (/^\d+$/.test(idOrKey)
      ? orders.where('id', '=', Number(idOrKey))
      : orders.where('key', '=', idOrKey.toLowerCase())
    ).executeTakeFirst();
    if (!row) throw refused('notFound');
    const advances = (await advancesOf(db, outletId, [row.id])).get(row.id) ?? [];
    const deviceNumber = deviceNumberIn(row.doc);
    const lines = row.doc.items.filter(({ isVoid, parentKey }) => !isVoid && !parentKey);
    const deposit = (await depositsOf(db, outletId, [row])).get(row.key);
    const shares = row.status === 'Open' ? await sharesOfWallets(db, outletId, row, deposit ?? 0) : [];
    return {
      ...presentOrder(row, advances, deposit),
      ...(shares.length > 0 && { toCards: shares.reduce((sum, { amount }) => sum + amount, 0) }),
      ...(row.customer_id > 0 && { customerId: row.customer_id }),
      ...(deviceNumber !== null && { deviceNumber }),
      lines: lines.map((item) => ({ name: item.name, size: item.size, qty: item.qty, amount: lineAmount(item) })),
      advances: advances.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    };
  });
}
