/** Promotions for birthdays in a dry run: each customer gets one on one sale. Source: R21.31, docs/rules.md#dry-run. */
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import type { PricePlan, Replay } from '@atoll/domain/bill/promotion/reprice-sale';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';

interface ReplayBirthdays extends Required<Pick<Replay, 'birthdayOf'>> {
  /** Reads the birthdays of the customers of sales. */
  readonly read: (bills: readonly Bill[]) => Promise<void>;
  /** Takes note of what a sale gets. */
  readonly add: (bill: Bill) => void;
}

/** Returns the birthdays of a dry run. A planned promotion counts on the first sale of a customer near the birthday; one that counts now where it did. */
export function replayBirthdays(db: Kysely<Database>, outletId: number, { promotions }: PricePlan): ReplayBirthdays {
  const planned = promotions.flatMap(({ id, trigger }) => (trigger === 'Birthday' ? [id] : []));
  const born = new Map<number, string | null>();
  const given = new Map<string, string>();
  const liveOf = ({ applied = [] }: Bill) => applied.filter(isLive).map(({ promotionId }) => promotionId);
  return {
    async read(bills) {
      const ids = [...new Set(bills.map(({ customerId }) => customerId))].filter((id) => id > 0 && !born.has(id));
      if (ids.length === 0) return;
      const rows = await db
        .selectFrom('customer')
        .select(['id', 'birthday'])
        .where('outlet_id', '=', outletId)
        .where('id', 'in', ids)
        .execute();
      for (const { id, birthday } of rows) born.set(id, birthday);
    },
    add({ key, customerId, ...bill }) {
      const live = liveOf({ key, customerId, ...bill });
      for (const id of planned.filter((one) => live.includes(one))) given.set(`${id} ${customerId}`, key);
    },
    birthdayOf: (bill) => {
      const { key, customerId } = bill;
      const birthday = born.get(customerId) ?? null;
      const hadElsewhere = (id: number) => (given.get(`${id} ${customerId}`) ?? key) !== key;
      return { birthday, usedUp: new Set(planned.filter(hadElsewhere)) };
    },
  };
}
