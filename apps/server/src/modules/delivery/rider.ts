/** Riders: people of the outlet who deliver orders, and the cash that they collect. Source: docs/rules.md#riders. */
import { type RiderCash, riderCashOf } from '@atoll/domain/delivery/delivery';
import { withExchanges } from '@atoll/domain/payment/exchange';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { billDelivery, isOpenRow } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { findColleague } from '../auth/service.ts';
import { exchangesByBill } from '../bill/service.ts';

/** Returns the rider's name. Refused: 'riderUnknown'. */
export async function findRider(store: Store, outletId: number, id: number): Promise<string> {
  const row = await findColleague(store, outletId, id);
  if (row === undefined) throw refused('riderUnknown', { errors: { riderId: 'Rider not found' } });
  return row.name;
}

/** Returns the cash that each rider of a shift handed in and still has: from its delivered bills, and from those that are still open. */
export async function riderCash(db: Kysely<Database>, outletId: number, shiftId: number): Promise<RiderCash[]> {
  const rows = await db
    .selectFrom('bill')
    .select(['id', 'doc'])
    .where('outlet_id', '=', outletId)
    .where(billDelivery, '=', 'Delivered')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bill')
        .select('id')
        .where('outlet_id', '=', outletId)
        .where('shift_id', '=', shiftId)
        .unionAll(eb.selectFrom('bill').select('id').where('outlet_id', '=', outletId).where(isOpenRow)),
    )
    .execute();
  const ids = rows.map(({ id }) => id);
  const exchanges = await exchangesByBill(db, outletId, ids);
  return riderCashOf(rows.map(({ id, doc }) => withExchanges(doc, exchanges.get(id) ?? [])));
}
