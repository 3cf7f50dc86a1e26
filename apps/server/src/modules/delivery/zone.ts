/** The outlet's delivery zones. Source: docs/rules.md#zones. */
import type { BillDelivery } from '@atoll/domain/bill/bill-delivery';
import { sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';

export type ZoneOnBill = Pick<BillDelivery, 'zoneId' | 'zoneName' | 'zoneFee' | 'minOrder' | 'freeAbove'> &
  Partial<Pick<BillDelivery, 'promisedAt'>>;

/** Returns the values of a zone that a bill copies, with the promised time; for id 0 those of no zone. Refused: 'zoneUnknown'. */
export async function zoneOf(tx: OutletTx, id: number): Promise<ZoneOnBill> {
  if (id === 0) return { zoneId: 0, zoneName: '', zoneFee: 0, minOrder: 0, freeAbove: null };
  const row = await tx.db
    .selectFrom('zone')
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('id', '=', id)
    .where(sql<boolean>`is_active`)
    .executeTakeFirst();
  if (row === undefined) throw refused('zoneUnknown', { errors: { zoneId: 'Delivery zone not found' } });
  return {
    zoneId: row.id,
    zoneName: row.name,
    zoneFee: row.fee,
    minOrder: row.min_order ?? 0,
    freeAbove: row.free_above,
    ...(row.eta_minutes && { promisedAt: new Date(tx.now + row.eta_minutes * 60_000).toISOString() }),
  };
}
