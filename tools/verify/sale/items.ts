/** Compares the sold and refunded items of completed bills with their documents. Source: docs/rules.md#history-chain. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { billTotals } from '@atoll/domain/bill/totals';
import { isSoldItem, soldItems } from '../../../apps/server/src/modules/bill/service.ts';
import type { StoredSale } from '../bill-rows.ts';
import { compareColumns } from '../columns.ts';
import type { Findings } from '../findings.ts';
import type { Fields } from '../notes.ts';
import { isExact } from './exact.ts';

const says = 'its document says';

/** Names each item row that is missing, too many or not as the document has it. */
export function compareItems(sale: StoredSale, name: string, findings: Findings): void {
  const { doc, soldItems: sold, refundItems: refunded } = sale;
  const isRefund = doc.refundOfId !== null;
  const left = new Map((isRefund ? refunded : sold).map((row) => [row.item_id, row]));
  for (const expected of isRefund ? refundColumns(sale) : soldColumns(sale)) {
    const what = `${name}: ${isRefund ? 'refunded' : 'sold'} item ${expected.name}`;
    const row = left.get(expected.item_id);
    if (row === undefined) findings.differs(`${what} is missing`);
    else compareColumns(what, row, expected, findings, says);
    left.delete(expected.item_id);
    if (isRefund && row !== undefined) compareOrigin(sale, row as RefundItem, what, findings);
  }
  const strays = [...left.values(), ...(isRefund ? sold : refunded)];
  for (const row of strays) findings.differs(`${name}: item ${row.name} is not in its document`);
}

type RefundItem = StoredSale['refundItems'][number];
type Columns = Fields & { readonly item_id: number; readonly name: string };

/** An earlier release may have shared a discount in another way. */
function soldColumns({ doc }: StoredSale): Columns[] {
  const rows = soldItems(doc, billTotals(doc)).map((row) => ({ ...row, business_date: doc.businessDate }));
  return isExact(doc) ? rows : rows.map(({ amount: _amount, discount: _discount, ...row }) => row);
}

function refundColumns({ doc, refund }: StoredSale): Columns[] {
  const of = { of_bill_id: doc.refundOfId, sold_by: refund?.of_created_by ?? null, business_date: doc.businessDate };
  const totals = billTotals(doc);
  const counted = new Set(totals.lines.map(({ key }) => key));
  const items = doc.items.filter(isSoldItem);
  return soldItems(doc, totals).map(({ is_void: _void, is_comp: _comp, qty, amount, discount, ...row }, place) => ({
    ...row,
    ...of,
    qty: -qty,
    ...(isExact(doc) && { amount: counted.has(items[place]?.key ?? '') ? amount : 0, discount }),
  }));
}

/** The key of a refunded item comes from that of the sold one. */
function compareOrigin({ doc }: StoredSale, row: RefundItem, what: string, findings: Findings): void {
  const item = doc.items.find(({ id }) => id === row.item_id);
  if (item && derivedKey(`refund ${doc.key} ${row.of_item_key}`) !== item.key)
    findings.differs(`${what}: is not of item ${row.of_item_key} of the paid bill`);
}
