/** How open bills are found: by the index of open bills, which is as small with a million bills stored as with a hundred. Source: R34.26. */
import type { Bill } from '@atoll/domain/bill/bill';
import { slotTypeNames } from '@atoll/domain/outlet/outlet';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema/schema.ts';

/**
 * The condition on rows of `bill`, beside that on its outlet. The type and the slot exclude no bill: with them the planner uses `bill_one_open`, instead of
 * reading all bills of the outlet.
 */
export const isOpenRow: RawBuilder<boolean> = sql`(bill.is_open and bill.type in (${sql.join(
  slotTypeNames.map((name) => sql.lit(name)),
)}) and bill.slot > 0)`;

/** The order of creation. The plus keeps the planner from walking the index of all bills for it. */
export const inCreationOrder: RawBuilder<number> = sql`+bill.id`;

/** Returns the open bills of the outlet, the oldest first. */
export async function openBillsOf(db: Kysely<Database>, outletId: number): Promise<Bill[]> {
  const rows = await db
    .selectFrom('bill')
    .select('doc')
    .where('outlet_id', '=', outletId)
    .where(isOpenRow)
    .orderBy(inCreationOrder)
    .execute();
  return rows.map((row) => row.doc);
}

/**
 * What a row of `bill` has now. While a bill is open, the columns that indexes of closed bills contain are as they were when it was created or moved:
 * an index that changed with each Save would be written with each Save. Its document has their values (R34.3).
 */
export const billTotal: RawBuilder<number> = now<number>(sql`cast(bill.doc ->> 'total' as bigint)`, sql`bill.total`);
export const billCustomerName: RawBuilder<string> = now<string>(
  sql`coalesce(bill.doc -> 'customer' ->> 'name', '')`,
  sql`bill.customer_name`,
);
export const billDelivery: RawBuilder<string | null> = now<string | null>(
  sql`bill.doc ->> 'deliveryStatus'`,
  sql`bill.delivery_status`,
);

function now<T>(open: RawBuilder<unknown>, closed: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`(case when bill.is_open then ${open} else ${closed} end)`;
}

type Condition = RawBuilder<unknown>;

/** The condition on rows of `bill` that closed ones fulfil by one condition, which an index finds, and open ones by another. */
export function closedOrOpen(outletId: number, when: { closed: Condition; open: Condition }): RawBuilder<boolean> {
  return sql`bill.id in (select id from bill where outlet_id = ${outletId} and not is_open and ${when.closed}
    union all select id from bill where outlet_id = ${outletId} and ${isOpenRow} and ${when.open})`;
}

/** The condition on rows of `bill` for those of a customer; none belong to the customer 0. */
export const isOfCustomer = (outletId: number, customerId: number): RawBuilder<boolean> =>
  closedOrOpen(outletId, {
    closed: sql`customer_id = ${customerId} and customer_id > 0`,
    open: sql`cast(doc ->> 'customerId' as bigint) = ${customerId} and ${customerId} > 0`,
  });

/** The condition on rows of `bill` for paid ones, as the index of sales has it: by the status it would change with every step of an open bill. */
export const isPaid: RawBuilder<boolean> = sql`invoice_number is not null`;
