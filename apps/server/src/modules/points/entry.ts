/** Entries of points: the only way a balance changes. An entry and the customer's new balance are one transaction, once per key. Source: docs/rules.md#points. */
import type { PointEntryType } from '@atoll/domain/points/points';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { CustomerTable } from '../../platform/store/schema/schema.ts';
import type { PointEntryTable } from '../../platform/store/schema/schema-points.ts';
import type { OutletTx } from '../../platform/store/store.ts';

/** A customer as far as their points depend on them. */
export type Holder = Pick<
  Selectable<CustomerTable>,
  'id' | 'key' | 'group_id' | 'loyalty_points' | 'points_tier' | 'is_active' | 'merged_into'
>;

/** Who changes a balance. */
export interface PointsAuthor {
  readonly userId: number | null;
  readonly name: string;
  readonly deviceId: string | null;
  /** Who sent it, when that was not the author. */
  readonly sentBy?: number | undefined;
}

/** A change of a balance: positive points raise it. */
export interface PointsMove {
  readonly id: number;
  readonly key: string;
  readonly type: PointEntryType;
  readonly points: number;
  readonly at: number;
  readonly businessDate: string;
  readonly billId?: number | null;
  readonly reference?: string;
  readonly note?: string;
  readonly author: PointsAuthor;
}

/** Writes an entry and the balance after it. Returns the customer with that balance. */
export function writePoints(tx: OutletTx, holder: Holder, move: PointsMove): Holder {
  const { author } = move;
  const row: Selectable<PointEntryTable> = {
    outlet_id: tx.head.outletId,
    id: move.id,
    key: move.key,
    customer_id: holder.id,
    at: move.at,
    business_date: move.businessDate,
    type: move.type,
    points: move.points,
    balance_before: holder.loyalty_points,
    balance_after: holder.loyalty_points + move.points,
    bill_id: move.billId ?? null,
    reference: move.reference ?? '',
    note: move.note ?? '',
    made_by: author.userId,
    made_by_name: author.name,
  };
  tx.write(tx.db.insertInto('point_entry').values(row));
  tx.write(
    tx.db
      .updateTable('customer')
      .set({ loyalty_points: row.balance_after })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', holder.id),
  );
  const { outlet_id: _, ...written } = row;
  tx.history({
    subject: 'Customer',
    subjectKey: holder.key,
    action: move.type,
    userId: author.userId,
    sentBy: author.sentBy,
    deviceId: author.deviceId,
    before: { balance: row.balance_before },
    after: { id: holder.id, balance: row.balance_after, points: row.points, billId: row.bill_id },
    written: { point_entry: written },
  });
  return { ...holder, loyalty_points: row.balance_after };
}

/** Returns a customer, also one who was deleted. */
export const customerRow = ({ db, head }: OutletTx, id: number): Promise<Holder | undefined> =>
  db
    .selectFrom('customer')
    .select(['id', 'key', 'group_id', 'loyalty_points', 'points_tier', 'is_active', 'merged_into'])
    .where('outlet_id', '=', head.outletId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Returns the customer who has the points of a customer now: the one into whom they were merged. Null: they were erased or deleted. */
export async function holderOf(tx: OutletTx, id: number): Promise<Holder | null> {
  const seen = new Set<number>();
  for (let next = id; next > 0 && !seen.has(next); ) {
    seen.add(next);
    const row = await customerRow(tx, next);
    if (!row) return null;
    if (row.merged_into === null) return row.is_active ? row : null;
    next = row.merged_into;
  }
  return null;
}

/** Returns the entry of a key. */
export const entryOf = ({ db, head }: OutletTx, key: string) =>
  db
    .selectFrom('point_entry')
    .selectAll()
    .where('outlet_id', '=', head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();

/** Returns the entries of a bill and of its refunds. */
export const entriesOfBills = ({ db, head }: OutletTx, billIds: readonly number[]) =>
  db
    .selectFrom('point_entry')
    .select(['key', 'customer_id', 'type', 'points', 'bill_id'])
    .where('outlet_id', '=', head.outletId)
    .where('bill_id', 'in', billIds)
    .execute();

/** What a person enters for a customer. */
interface PersonsEntry {
  readonly key: string;
  readonly customerId: number;
  readonly reason: string;
}

/**
 * Writes what a person enters, once for each key. The points are a number, which a repetition must name too, or computed when the entry is written.
 * Refused: 'notFound', 'keyReused', and what the computation refuses.
 */
export async function enterPoints(
  tx: OutletTx,
  author: PointsAuthor,
  { customerId, reason, ...input }: PersonsEntry,
  { type, points }: { type: PointEntryType; points: number | ((holder: Holder) => Promise<number>) },
): Promise<void> {
  const key = input.key.toLowerCase();
  const holder = await holderOf(tx, customerId);
  if (!holder) throw refused('notFound');
  const known = await entryOf(tx, key);
  if (known) {
    const isSame = known.customer_id === holder.id && known.type === type;
    if (!isSame || (typeof points === 'number' && known.points !== points)) throw refused('keyReused');
    return;
  }
  writePoints(tx, holder, {
    points: typeof points === 'number' ? points : await points(holder),
    id: await tx.nextId('point_entry'),
    key,
    type,
    at: tx.now,
    businessDate: await todayOf(tx.db, tx.head.outletId, tx.now),
    note: reason.trim(),
    author,
  });
}
