/**
 * Reads stock counts. While a count is open, expected quantities are computed from the level and the movements since each line was counted. Source:
 * docs/rules.md#stock-counts.
 */
import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { currentCost, type StockLevel, worthAt } from '@atoll/domain/stock/cost';
import { countStates, expectedAt, varianceOf } from '@atoll/domain/stock/count';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { containsPattern, type ListRequest, type Page } from '../../../platform/http/list.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { CountLineRow } from '../../../platform/store/schema/schema-stock.ts';
import type { Store } from '../../../platform/store/store.ts';
import { instant, instantOrNull, qtyOrNull } from '../api-value.ts';
import { type DocumentRow, loadDocument, presentSteps } from '../document.ts';
import { choiceFilter, pageOfRows, type RowSorts, sortNames } from '../list.ts';
import { storageNames } from '../request/request-find.ts';

export type CountRow = DocumentRow<'stock_count'>;
const sorts: RowSorts<StockCount> = {
  columns: {
    number: 'number',
    scope: 'scope',
    status: 'status',
    createdAt: 'created_at',
    createdByName: 'created_by_name',
  },
  values: {
    storageName: (row) => row.storageName,
    progress: (row) => row.countedLines,
    varianceValue: (row) => row.varianceValue,
  },
};
export const countSorts = sortNames(sorts);

/** A counted line with the quantity that was expected when it was counted. */
export interface FoundLine extends CountLineRow {
  readonly expected: number;
}

/** Returns the lines of an open count with the expected quantity and the variance. Movements after a line was counted do not change them. */
export async function linesWithVariance(db: Kysely<Database>, row: CountRow): Promise<FoundLine[]> {
  const levels = await db
    .selectFrom('stock_level as level')
    .leftJoin('stock_cost as cost', (join) =>
      join.onRef('cost.outlet_id', '=', 'level.outlet_id').onRef('cost.item_id', '=', 'level.item_id'),
    )
    .select(['level.item_id', 'level.on_hand', 'level.worth', 'cost.avg_cost'])
    .where('level.outlet_id', '=', row.outlet_id)
    .where('level.storage_id', '=', row.storage_id)
    .execute();
  const moved = await db
    .selectFrom('stock_movement')
    .select(['item_id', 'at', 'qty'])
    .where('outlet_id', '=', row.outlet_id)
    .where('storage_id', '=', row.storage_id)
    .where('at', '>', row.started_at ?? 0)
    .execute();
  const levelOf = new Map(levels.map((level) => [level.item_id, level]));
  return row.lines.map((line): FoundLine => {
    const level = levelOf.get(line.itemId);
    const since = line.countedAt ?? Number.POSITIVE_INFINITY;
    const movedSince = moved
      .filter((one) => one.item_id === line.itemId && one.at > since)
      .reduce((sum, { qty }) => sum + qty, 0);
    const expected = expectedAt(level?.on_hand ?? 0, movedSince);
    const variance = varianceOf(line.counted, expected);
    const current: StockLevel = { onHand: level?.on_hand ?? 0, worth: level?.worth ?? 0 };
    const cost = currentCost(current, level?.avg_cost ?? 0);
    return { ...line, expected, variance, varianceValue: variance === null ? null : worthAt(variance, cost) };
  });
}

/** Returns a count as the API sends it. A blind count shows expected quantities only after it is reviewed. `isBrief` leaves the lines out. */
export async function presentCount(db: Kysely<Database>, row: CountRow, isBrief = false): Promise<StockCount> {
  const isOpen = row.status === 'Counting' || row.status === 'Review';
  const lines = isOpen && !isBrief ? await linesWithVariance(db, row) : row.lines;
  const isHidden = row.is_blind && (row.status === 'Draft' || row.status === 'Counting');
  const names = await storageNames(db, row.outlet_id);
  const items = isBrief || lines.length === 0 ? [] : await itemsOf(db, row.outlet_id);
  const known = new Map(items.map((item) => [item.id, item]));
  const shown = (value: number | null): number | null => (isHidden ? null : value);
  const sum = lines.reduce((all, { varianceValue }) => all + (varianceValue ?? 0), 0);
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    number: row.number,
    storageId: row.storage_id,
    storageName: names.get(row.storage_id) ?? '',
    scope: row.scope,
    category: row.category,
    isBlind: row.is_blind,
    note: row.note,
    status: row.status,
    reason: row.reason,
    lines: isBrief
      ? []
      : lines.map((line) => ({
          itemId: line.itemId,
          itemName: known.get(line.itemId)?.name ?? '',
          itemCode: known.get(line.itemId)?.code ?? '',
          unit: known.get(line.itemId)?.stock_unit ?? '',
          expected: shown(qtyOrNull(line.expected)),
          counted: qtyOrNull(line.counted),
          countedAt: instantOrNull(line.countedAt),
          variance: shown(qtyOrNull(line.variance)),
          varianceValue: shown(line.varianceValue),
          reason: line.reason,
        })),
    countedLines: row.lines.filter(({ counted }) => counted !== null).length,
    lineCount: row.lines.length,
    varianceValue: isHidden || (isOpen && isBrief) ? null : sum,
    steps: presentSteps(row.steps),
    startedAt: instantOrNull(row.started_at),
    postedAt: instantOrNull(row.posted_at),
    createdAt: instant(row.created_at),
    createdByName: row.created_by_name,
  };
}

const itemsOf = (db: Kysely<Database>, outletId: number) =>
  db
    .selectFrom('inventory_item')
    .select(['id', 'name', 'code', 'stock_unit'])
    .where('outlet_id', '=', outletId)
    .execute();

/** Returns one count with its lines. */
export function findCount(store: Store, outletId: number, ref: number | string): Promise<StockCount> {
  return store.readOutlet(outletId, async (db) =>
    presentCount(db, await loadDocument(db, 'stock_count', outletId, ref)),
  );
}

/** Returns a page (or the first 1000) of the counts, without their lines. */
export function listCounts(
  store: Store,
  outletId: number,
  request: ListRequest<string>,
  filters: { readonly status?: string | undefined },
): Promise<Page<StockCount> | StockCount[]> {
  const status = choiceFilter('status', filters.status, countStates);
  return store.readForLists(outletId, (db) => {
    let found = db.selectFrom('stock_count').where('outlet_id', '=', outletId).where('is_active', '=', true);
    if (status) found = found.where('status', '=', status);
    if (request.search) {
      const pattern = containsPattern(request.search.toLowerCase());
      const has = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
      found = found.where((eb) => eb.or([has('number'), has('note'), has('created_by_name')]));
    }
    return pageOfRows(found.selectAll(), request, sorts, (rows) =>
      Promise.all(rows.map((row) => presentCount(db, row, true))),
    );
  });
}
