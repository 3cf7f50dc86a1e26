/** Who gave what on bills of earlier releases, which do not say it: the history does. Source: docs/rules.md#givers. */
import type { Bill, BillItem, Giver } from '@atoll/domain/bill/bill';
import { lacksGivers } from '@atoll/domain/bill/giver';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { historyOfBill } from './history.ts';

type NotedItem = Pick<Partial<BillItem>, 'key' | 'discount' | 'isComp'>;

interface Noted {
  readonly discountPercentage?: number;
  readonly discountAmount?: number | null;
  readonly items?: readonly NotedItem[];
}

const unknown: Giver = { by: null, approver: null };

/** Returns the bill with the giver of each discount and complimentary item; what the history does not tell is unknown, never the waiter's. */
export async function withGivers(db: Kysely<Database>, outletId: number, bill: Bill): Promise<Bill> {
  if (!lacksGivers(bill)) return bill;
  const { rows, approvers } = await historyOfBill(db, outletId, bill);
  let ofBill: Giver = unknown;
  const ofItems = new Map<string, Giver>();
  for (const { user_id, approval_key, data } of rows) {
    const { before, after } = JSON.parse(String(data)) as { before?: Noted; after?: Noted };
    const giver = { by: user_id, approver: approvers.get(approval_key ?? '') ?? null };
    if ((after?.discountPercentage ?? 0) > 0 || (after?.discountAmount ?? null) !== null) ofBill = giver;
    for (const { key, discount, isComp } of itemsOf(after)) {
      const was = itemsOf(before).find((one) => one.key === key);
      const isNew =
        JSON.stringify(discount ?? null) !== JSON.stringify(was?.discount ?? null) || isComp !== was?.isComp;
      if (key !== undefined && isNew && (discount || isComp)) ofItems.set(key, giver);
    }
  }
  const isOff = bill.discountPercentage > 0 || bill.discountAmount !== null;
  return {
    ...bill,
    ...(isOff && { discountBy: bill.discountBy ?? ofBill }),
    items: bill.items.map((item) =>
      item.isComp || item.discount !== null
        ? { ...item, givenBy: item.givenBy ?? ofItems.get(item.key) ?? unknown }
        : item,
    ),
  };
}

/** Returns the items that an entry names; entries of other actions have something else there, or nothing. */
function itemsOf(noted: Noted | undefined): readonly NotedItem[] {
  const items: unknown = noted?.items;
  return Array.isArray(items) ? (items as NotedItem[]) : [];
}
