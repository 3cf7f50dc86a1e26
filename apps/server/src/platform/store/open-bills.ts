/** How open bills are found: by the index of open bills, which is as small with a million bills stored as with a hundred. Source: R34.26. */
import { slotTypeNames } from '@atoll/domain/outlet/outlet';
import { type RawBuilder, sql } from 'kysely';

/**
 * The condition on rows of `bill`, beside that on its outlet. The type and the slot exclude no bill: with them the planner uses `bill_one_open`, instead of
 * reading all bills of the outlet.
 */
export const isOpenRow: RawBuilder<boolean> = sql`(bill.is_open and bill.type in (${sql.join(
  slotTypeNames.map((name) => sql.lit(name)),
)}) and bill.slot > 0)`;

/** The order of creation. The plus keeps the planner from walking the index of all bills for it. */
export const inCreationOrder: RawBuilder<number> = sql`+bill.id`;
