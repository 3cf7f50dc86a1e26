/** Reads stock requests. Source: docs/rules.md#stock-requests. */
import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import { requestPurposes, requestStates } from '@atoll/domain/stock/request';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import { containsPattern, type ListRequest, type Page } from '../../../platform/http/list.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { fromThousandths, instant, qtyOrNull } from '../api-value.ts';
import { type DocumentRow, loadDocument, presentSteps } from '../document.ts';
import { choiceFilter, pageOfRows, type RowSorts, sortNames } from '../list.ts';

export type RequestRow = DocumentRow<'stock_request'>;
const sorts: RowSorts<StockRequest> = {
  columns: {
    number: 'number',
    purpose: 'purpose',
    status: 'status',
    priority: 'priority',
    neededBy: sql`coalesce(needed_by, '')`,
    createdAt: 'created_at',
    createdByName: 'created_by_name',
  },
  values: { fromStorageName: (row) => row.fromStorageName, toStorageName: (row) => row.toStorageName },
};
export const requestSorts = sortNames(sorts);

/** Returns requests as the API sends them, with names of items and storages, and the quantity on hand in the issuing storage. */
export async function presentRequests(
  db: Kysely<Database>,
  outletId: number,
  rows: readonly RequestRow[],
): Promise<StockRequest[]> {
  if (rows.length === 0) return [];
  const itemIds = [...new Set(rows.flatMap(({ lines }) => lines.map(({ itemId }) => itemId)))];
  const items = await db
    .selectFrom('inventory_item')
    .select(['id', 'name', 'stock_unit'])
    .where('outlet_id', '=', outletId)
    .where('id', 'in', itemIds)
    .execute();
  const levels = await db
    .selectFrom('stock_level')
    .select(['item_id', 'storage_id', 'on_hand'])
    .where('outlet_id', '=', outletId)
    .where('item_id', 'in', itemIds)
    .execute();
  const names = new Map(items.map((item) => [item.id, item]));
  const storages = await storageNames(db, outletId);
  const onHand = new Map(levels.map((level) => [`${level.item_id} ${level.storage_id}`, level.on_hand]));
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    version: row.version,
    number: row.number,
    purpose: row.purpose,
    fromStorageId: row.from_storage_id,
    fromStorageName: storages.get(row.from_storage_id) ?? '',
    toStorageId: row.to_storage_id,
    toStorageName: storages.get(row.to_storage_id) ?? '',
    neededBy: row.needed_by,
    priority: row.priority,
    note: row.note,
    status: row.status,
    reason: row.reason,
    lines: row.lines.map((line) => ({
      id: line.id,
      itemId: line.itemId,
      itemName: names.get(line.itemId)?.name ?? '',
      unit: names.get(line.itemId)?.stock_unit ?? '',
      qtyRequested: fromThousandths(line.qtyRequested),
      qtyApproved: qtyOrNull(line.qtyApproved),
      qtyIssued: qtyOrNull(line.qtyIssued),
      qtyReceived: qtyOrNull(line.qtyReceived),
      onHand:
        row.from_storage_id === 0 ? null : fromThousandths(onHand.get(`${line.itemId} ${row.from_storage_id}`) ?? 0),
      note: line.note,
    })),
    steps: presentSteps(row.steps),
    createdAt: instant(row.created_at),
    createdBy: row.created_by,
    createdByName: row.created_by_name,
  }));
}

/** Returns the names of the outlet's storages by id. */
export async function storageNames(db: Kysely<Database>, outletId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('storage').select(['id', 'name']).where('outlet_id', '=', outletId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns one request. */
export async function findRequest(store: Store, outletId: number, ref: number | string): Promise<StockRequest> {
  return store.readOutlet(outletId, async (db) => {
    const [request] = await presentRequests(db, outletId, [await loadDocument(db, 'stock_request', outletId, ref)]);
    if (!request) throw refused('notFound');
    return request;
  });
}

/** Returns a page (or the first 1000) of the requests. */
export function listRequests(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: { readonly status?: string | undefined; readonly purpose?: string | undefined },
): Promise<Page<StockRequest> | StockRequest[]> {
  const status = choiceFilter('status', filters.status, requestStates);
  const purpose = choiceFilter('purpose', filters.purpose, requestPurposes);
  return store.readForLists(outletId, (db) => {
    let found = db.selectFrom('stock_request').where('outlet_id', '=', outletId).where('is_active', '=', true);
    if (status) found = found.where('status', '=', status);
    if (purpose) found = found.where('purpose', '=', purpose);
    if (request.from !== undefined) found = found.where('created_at', '>=', request.from);
    if (request.to !== undefined) found = found.where('created_at', '<=', request.to);
    if (request.search) {
      const pattern = containsPattern(request.search.toLowerCase());
      const has = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
      found = found.where((eb) => eb.or([has('number'), has('note'), has('created_by_name')]));
    }
    return pageOfRows(found.selectAll(), request, sorts, (rows) => presentRequests(db, outletId, rows));
  });
}
