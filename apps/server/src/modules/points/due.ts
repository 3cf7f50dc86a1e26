/** Points that are due to expire: a person takes them off. Source: R22.11, docs/rules.md#points-expiry. */
import type * as contract from '@atoll/domain/contract/people/points';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { keptFrom } from '@atoll/domain/points/expiry';
import { type Kysely, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import { readSettingOf } from '../../platform/store/read-setting.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { enterPoints } from './entry.ts';

/** Returns the first business day whose points are not due now; null where points do not expire. */
export async function firstKept(db: Kysely<Database>, outletId: number, now: number): Promise<string | null> {
  const months = await readSettingOf(db, outletId, 'PointsExpiryMonths');
  return keptFrom(await todayOf(db, outletId, now), months);
}

/** The sum of what a customer in a query earned before a day, less all that they spent: above 0 it is due. */
export const dueOf = (outletId: number, kept: string) =>
  sql<number | null>`(select sum(case when points > 0 and business_date >= ${kept} then 0 else points end)
    from point_entry where outlet_id = ${outletId} and customer_id = customer.id)`;

async function dueNow({ db, head, now }: OutletTx, customerId: number): Promise<number> {
  const kept = await firstKept(db, head.outletId, now);
  if (kept === null) return 0;
  const row = await db
    .selectFrom('customer')
    .select(dueOf(head.outletId, kept).as('due'))
    .where('outlet_id', '=', head.outletId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  return Number(row?.due ?? 0);
}

/** Takes the points that are due off a customer, once for each key. Refused: 'notFound', 'keyReused', and 'stateForbids' where none are due. */
export function expirePoints(
  store: Store,
  actor: Pick<Actor, 'userId' | 'name' | 'outletId' | 'deviceId'>,
  entry: BodyOf<typeof contract.expirePoints>,
): Promise<void> {
  return store.writeOutlet(actor.outletId, (tx) =>
    enterPoints(tx, actor, entry, {
      type: 'Expire',
      points: async ({ id }) => {
        const due = await dueNow(tx, id);
        if (due <= 0) throw refused('stateForbids');
        return -due;
      },
    }),
  );
}
