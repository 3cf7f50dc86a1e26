/** Loads the bill of a command. */
import type { Bill } from '@atoll/domain/bill/bill';
import { withShare } from '@atoll/domain/bill/discount/discount-share';
import { withPrint } from '@atoll/domain/bill/printed';
import { refused } from '../../../platform/errors/refused.ts';
import { mayBeArchived, recallBills } from '../../../platform/store/outlet/recall.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { billById, billByKey, billInSlot, billOfJoinedSlot, billsInSlot } from './queries.ts';
import { type BillViewer, requireView } from './viewed.ts';

export interface StoredBill {
  readonly bill: Bill;
  /** Keys of its print jobs. */
  readonly printJobs: readonly string[];
  /** Keys of items that were moved to another bill. */
  readonly movedKeys: readonly string[];
}

type BillRow = { doc: Bill; print_jobs: readonly string[]; moved_keys: readonly string[] };

const stored = (row: BillRow | undefined): StoredBill | undefined =>
  row && { bill: withShare(withPrint(row.doc)), printJobs: row.print_jobs, movedKeys: row.moved_keys };

/** Returns the bill of an id, a key, or the key of a bill that was merged into it. */
export async function findStored(tx: OutletTx, ref: number | string): Promise<StoredBill | undefined> {
  const outletId = tx.head.outletId;
  const id = typeof ref === 'number' ? ref : /^\d+$/.test(ref) ? Number(ref) : null;
  const key = String(ref).toLowerCase();
  const load = () => (id === null ? tx.load(billByKey, { outletId, key }) : tx.load(billById, { outletId, id }));
  let rows = await load();
  const mayBe = rows.length === 0 && (id !== null || mayBeArchived(key, tx.clockNow));
  if (mayBe && (await recallBills(tx, id === null ? { key } : { id }))) rows = await load();
  return stored(await survivorOf(rows, (other) => tx.load(billByKey, { outletId, key: other })));
}

/** Returns the bill that absorbed a merged one: the key is an alias, but the merged bill itself still exists, void. */
export async function survivorOf<Row extends { readonly doc: Bill }>(
  rows: readonly Row[],
  byKey: (key: string) => Promise<readonly Row[]>,
): Promise<Row | undefined> {
  let row = rows.find(({ doc }) => !doc.isVoid) ?? rows[0];
  while (row?.doc.isVoid) {
    const { key } = row.doc;
    const next = (await byKey(key)).find(({ doc }) => doc.key !== key);
    if (next === undefined) break;
    row = next;
  }
  return row;
}

/** Returns the same bill for a command of its waiter or of a person with 'bill.viewOthers'. Refused: 'notFound', 'servedByOther'. */
export async function loadBill(tx: OutletTx, actor: BillViewer, ref: number | string): Promise<StoredBill> {
  const found = await findStored(tx, ref);
  if (found === undefined) throw refused('notFound');
  requireView(actor, found.bill);
  return found;
}

/** Returns the open bill of a slot and check number, or the one to which the slot is joined. */
export async function billOfSlot(
  tx: OutletTx,
  place: { readonly type: string; readonly slot: string; readonly checkNo: number },
): Promise<StoredBill | undefined> {
  const { type, slot, checkNo } = place;
  const where = { outletId: tx.head.outletId, type, slot: Number(slot) };
  const [[row], [joined]] = await Promise.all([
    tx.load(billInSlot, { ...where, checkNo }),
    tx.load(billOfJoinedSlot, where),
  ]);
  return stored(row ?? joined);
}

/** Returns all open bills of a slot, ordered by check number, or the one to which the slot is joined. */
export async function billsOfSlot(
  tx: OutletTx,
  place: { readonly type: string; readonly slot: string },
): Promise<StoredBill[]> {
  const where = { outletId: tx.head.outletId, type: place.type, slot: Number(place.slot) };
  const [own, joined] = await Promise.all([tx.load(billsInSlot, where), tx.load(billOfJoinedSlot, where)]);
  return [...own, ...joined].flatMap((row) => stored(row) ?? []);
}
