/** Which promotions for birthdays customers had. Source: docs/rules.md#birthdays. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { PriceRules } from '@atoll/domain/price/rules';
import { sql } from 'kysely';
import type { OutletTx } from '../../platform/store/store.ts';

/** The uses that the index by customer holds. */
export const ofAnyCustomer = sql<boolean>`customer_id > 0`;

const dayMs = 86_400_000;

/** For how long a promotion for a birthday counts as had: until the next year's, also where that one is had a few days earlier. */
const birthdayMs = 300 * dayMs;

/** Returns the promotions for birthdays that a customer had this year on other bills. */
export async function usedBirthdays(
  { db, outletId, now }: { readonly db: OutletTx['db']; readonly outletId: number; readonly now: number },
  { promotions = [] }: Pick<PriceRules, 'promotions'>,
  { key, customerId }: Pick<Bill, 'key' | 'customerId'>,
): Promise<number[]> {
  const ids = promotions.flatMap(({ id, trigger }) => (trigger === 'Birthday' ? [id] : []));
  if (ids.length === 0 || customerId <= 0) return [];
  const rows = await db
    .selectFrom('promotion_use')
    .select('promotion_id')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('customer_id', '=', customerId)
    .where(ofAnyCustomer)
    .where('promotion_id', 'in', ids)
    .where('bill_key', '!=', key)
    .where('at', '>', now - birthdayMs)
    .orderBy('promotion_id')
    .execute();
  return rows.map(({ promotion_id }) => promotion_id);
}
