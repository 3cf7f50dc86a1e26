/** Reads bills: one, or all open ones. Source: R18.10, R18.11. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type Kysely, sql } from 'kysely';
import { refused } from '../../../platform/errors/refused.ts';
import { inCreationOrder, isOpenRow } from '../../../platform/store/open-bills.ts';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import type { Store } from '../../../platform/store/store.ts';
import { survivorOf } from './load.ts';
import { billById, billByKey } from './queries.ts';
import { refundStateOf } from './refund-state.ts';
import { withRowsBeside } from './rows-beside.ts';
import { type BillViewer, viewedTexts } from './viewed.ts';

/** Returns the bill with the name of who changed it last, or took its payment; without one when that was the reader. */
async function withChanger(db: Kysely<Database>, bill: Bill, readerId: number): Promise<Bill> {
  const payers = bill.payments.flatMap(({ status, receivedBy }) => (status === 'Captured' ? [receivedBy] : []));
  const people = bill.status === 'Complete' && payers.length > 0 ? payers : [bill.modifiedBy];
  const others = people.filter((id) => id !== null && id !== readerId);
  if (others.length === 0) return bill;
  const names = [...(await peopleNames(db, others)).values()];
  return names.length === 0 ? bill : { ...bill, modifiedByName: names.join(', ') };
}

/**
 * Returns the bill of an id, a key, or the key of a bill that was merged into it; for a reader with the name of another person who
 * changed it last. Refused: 'notFound'.
 */
export async function findBill(store: Store, outletId: number, ref: string, readerId?: number): Promise<Bill> {
  const byKey = (key: string) => billByKey.with(store.engine, { outletId, key });
  const query = /^\d+$/.test(ref)
    ? billById.with(store.engine, { outletId, id: Number(ref) })
    : byKey(ref.toLowerCase());
  return store.readOutlet(outletId, async (db) => {
    const { rows } = await db.executeQuery(query);
    const row = await survivorOf(rows, async (key) => (await db.executeQuery(byKey(key))).rows);
    if (row === undefined) throw refused('notFound');
    const doc = readerId === undefined ? row.doc : await withChanger(db, row.doc, readerId);
    if (doc.status !== 'Complete' || doc.id === null) return doc;
    const { id } = doc;
    const bill = await withRowsBeside(db, outletId, doc);
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
