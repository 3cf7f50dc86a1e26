/** Stock movements of sales, refunds and voids, posted in the transaction of the bill. Source: docs/rules.md#recipes, docs/rules.md#stock-movements. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { roundProduct } from '@atoll/domain/money/round';
import { takenBy } from '@atoll/domain/stock/recipe';
import type { StockMovementTable } from '../../../platform/store/schema/schema-stock.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { StockActor } from '../actor.ts';
import { movementsOf } from '../queries.ts';
import { type NewMovement, postMovements } from './post.ts';
import { needsOf, type StockTerms, stockTerms } from './terms.ts';

type Seller = Pick<StockActor, 'userId' | 'name'>;
type SoldLine = Pick<BillItem, 'key' | 'menuItemId' | 'size' | 'modifiers'> & { readonly qty: number };

/** Returns what sold items use of each inventory item, in thousandths of its stock unit: one entry for each sold item and inventory item. */
function takenByLines(
  terms: StockTerms,
  lines: readonly SoldLine[],
): { refLine: string; itemId: number; qty: number }[] {
  return lines.flatMap((line) => {
    const options = line.modifiers.flatMap(({ optionId }) => terms.options.get(optionId) ?? []);
    const needs = needsOf(terms, line.menuItemId, line.size);
    if (needs === undefined && options.length === 0) return [];
    const sums = new Map<number, number>();
    for (const { itemId, qty } of takenBy([...(needs ?? []), ...options], Math.round(line.qty * 1000)))
      sums.set(itemId, (sums.get(itemId) ?? 0) + qty);
    return [...sums].map(([itemId, qty]) => ({ refLine: line.key, itemId, qty }));
  });
}

/** Returns the movements that take the ingredients of sold items out of the default issue storage; none without a storage. */
async function outgoing(
  tx: OutletTx,
  type: 'Sale' | 'Waste',
  billId: number,
  lines: readonly SoldLine[],
  reason = '',
): Promise<NewMovement[]> {
  const terms = await stockTerms(tx);
  const storageId = terms.issueStorageId;
  if (storageId === 0) return [];
  return takenByLines(terms, lines).map(({ refLine, itemId, qty }) => ({
    itemId,
    storageId,
    type,
    qty: -qty,
    refType: 'Bill',
    refId: billId,
    refLine,
    reason,
  }));
}

/**
 * Takes the ingredients of a bill out of the default issue storage, when the bill is paid. Call it last before the bill is written: it throws
 * 'stockShort' (with `items`) before it writes anything. `at` is the time of payment. `isLate` means that the payment reached the server later, so
 * nothing is refused. Posts nothing without the feature Inventory, or when no sold item uses stock.
 */
export async function takeForSale(
  tx: OutletTx,
  seller: Seller,
  bill: Bill,
  sale: { readonly at: number; readonly isLate: boolean },
): Promise<void> {
  const terms = await stockTerms(tx);
  if (!terms.isOn || (terms.needs.size === 0 && terms.options.size === 0) || bill.id === null) return;
  const sold = bill.items.filter((item) => !item.isVoid && !isSetHead(item));
  const movements = await outgoing(tx, 'Sale', bill.id, sold);
  await postMovements(tx, { by: seller, at: sale.at, isDone: sale.isLate }, movements);
}

export interface ReturnedLine {
  /** Key of the item on the paid bill. */
  readonly itemKey: string;
  /** Returned quantity, as the API sends it. */
  readonly qty: number;
  /** Sold quantity, as the API sends it. */
  readonly soldQty: number;
}

/**
 * Posts refunded goods by the setting `RefundedStock`: Return (the default) puts them back into stock at the value they were taken with; Waste puts
 * them back and writes them off. `billId` is the paid bill. Quantities that were returned before are not returned twice.
 */
export async function returnToStock(
  tx: OutletTx,
  by: Seller,
  refund: { readonly billId: number; readonly lines: readonly ReturnedLine[]; readonly reason?: string },
): Promise<void> {
  const terms = await stockTerms(tx);
  if (!terms.isOn) return;
  const moved = await tx.load(movementsOf, { outletId: tx.head.outletId, refType: 'Bill', refId: refund.billId });
  const back = moved.filter(({ type }) => type === 'Sale').flatMap((sold) => returned(sold, moved, refund));
  const wasted = back.map(({ worth: _, ...one }): NewMovement => ({ ...one, type: 'Waste', qty: -one.qty }));
  await postMovements(tx, { by, isDone: true }, terms.refunded === 'Waste' ? [...back, ...wasted] : back);
}

/** Returns the movement that puts the refunded share of a sale movement back; none when all of it was returned before. */
function returned(
  sold: StockMovementTable,
  moved: readonly StockMovementTable[],
  { lines, reason }: { readonly lines: readonly ReturnedLine[]; readonly reason?: string },
): NewMovement[] {
  const line = lines.find(({ itemKey }) => itemKey === sold.ref_line);
  if (!line || line.soldQty <= 0) return [];
  const before = moved
    .filter((one) => one.type === 'Return' && one.ref_line === sold.ref_line && one.item_id === sold.item_id)
    .reduce((sum, { qty }) => sum + qty, 0);
  const share = roundProduct(-sold.qty, Math.round(line.qty * 1000), Math.round(line.soldQty * 1000));
  const qty = Math.min(share, -sold.qty - before);
  if (qty <= 0) return [];
  return [
    {
      itemId: sold.item_id,
      storageId: sold.storage_id,
      type: 'Return',
      qty,
      worth: roundProduct(Math.abs(sold.value), qty, -sold.qty),
      refType: 'Bill',
      refId: sold.ref_id,
      refLine: sold.ref_line,
      reason: reason ?? '',
    },
  ];
}

/**
 * Posts the ingredients of items that were voided after they were sent to the kitchen as waste, by the setting `VoidedStock` (Waste, the default,
 * or Ignore). `qty` is the sent quantity.
 */
export async function wasteVoided(
  tx: OutletTx,
  by: Seller,
  voided: { readonly billId: number; readonly lines: readonly SoldLine[]; readonly reason?: string },
): Promise<void> {
  const terms = await stockTerms(tx);
  if (!terms.isOn || terms.voided === 'Ignore') return;
  const movements = await outgoing(tx, 'Waste', voided.billId, voided.lines, voided.reason?.slice(0, 200));
  await postMovements(tx, { by, isDone: true }, movements);
}
