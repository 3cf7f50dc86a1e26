/** Reads bills: one, or all open ones. Source: R18.10, R18.11. */
import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import { inCreationOrder, isOpenRow } from '../../../platform/store/open-bills.ts';
import type { Store } from '../../../platform/store/store.ts';
import { survivorOf } from './load.ts';
import { billById, billByKey } from './queries.ts';
import { refundStateOf } from './refund-state.ts';
import { withRowsBeside } from './rows-beside.ts';
import { type BillViewer, viewedTexts } from './viewed.ts';

/** Returns the bill of an id, a key, or the key of a bill that was merged into it. Refused: 'notFound'. */
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
    const { id } = row.doc;
    const bill = await withRowsBeside(db, outletId, row.doc);
    return { ...bill, refundState: await refundStateOf(db, outletId, id) };
  });
}

/** Documents of a list as stored, joined to one JSON text: they are neither parsed nor serialized again. */
export type BillTexts = readonly string[];

/** The document of a bill as stored. */
export const text = sql<string>`cast(doc as text)`.as('text');

/** Returns every open bill (as JSON texts) as the caller may see it, and the outlet's change number they belong to, from one snapshot. */
export function activeBills(
  store: Store,
  caller: BillViewer & { readonly outletId: number },
): Promise<{ seq: number; bills: BillTexts }> {
  const { outletId } = caller;
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
      .where(isOpenRow)
      .orderBy(inCreationOrder)
      .execute();
    return {
      seq: head?.seq ?? 0,
      bills: viewedTexts(
        caller,
        rows.map((row) => row.text),
      ),
    };
  });
}
