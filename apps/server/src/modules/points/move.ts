/** Points of customers who are merged or erased: they move in two entries, and end at 0 by one. Source: docs/rules.md#points. */
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { customerRow, type Holder, holderOf, type PointsAuthor, writePoints } from './entry.ts';

/** Entries of one change of customers. */
interface MovePlan {
  readonly from: Holder;
  /** Null: the points end. */
  readonly to: Holder | null;
  readonly ids: readonly number[];
  readonly businessDate: string;
}

async function planOf(tx: OutletTx, from: Holder | null, to: Holder | null): Promise<MovePlan | null> {
  if (!from || from.loyalty_points === 0) return null;
  const ids = [await tx.nextId('point_entry'), ...(to ? [await tx.nextId('point_entry')] : [])];
  return { from, to, ids, businessDate: await todayOf(tx.db, tx.head.outletId, tx.now) };
}

/** Returns the entries that move the points of a customer to the one who is kept; null without any. Reads only. */
export async function planMove(tx: OutletTx, toId: number, fromId: number): Promise<MovePlan | null> {
  return planOf(tx, await holderOf(tx, fromId), await holderOf(tx, toId));
}

/** Returns the entry that ends the points of a customer; null without any. Reads only. */
export async function planErase(tx: OutletTx, id: number): Promise<MovePlan | null> {
  return planOf(tx, (await customerRow(tx, id)) ?? null, null);
}

function write(tx: OutletTx, author: PointsAuthor, plan: MovePlan | null, type: 'Merge' | 'Erase'): void {
  if (!plan) return;
  const { from, to, ids, businessDate } = plan;
  const points = from.loyalty_points;
  const [out = 0, into = 0] = ids;
  const entry = (name: string, id: number) => {
    const key = derivedKey(`points ${type} ${name} ${tx.head.outletId} ${id}`);
    return { id, key, type, at: tx.now, businessDate, author };
  };
  writePoints(tx, from, { ...entry('out', out), points: -points });
  if (to) writePoints(tx, to, { ...entry('in', into), points });
}

/** Writes the two entries of a merge. */
export const writeMove = (tx: OutletTx, author: PointsAuthor, plan: MovePlan | null): void =>
  write(tx, author, plan, 'Merge');

/** Writes the entry of an erasure. */
export const writeErase = (tx: OutletTx, author: PointsAuthor, plan: MovePlan | null): void =>
  write(tx, author, plan, 'Erase');
