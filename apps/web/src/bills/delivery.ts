/** Deliveries of the outlet that is open, as the board and its dialogs read them. Source: R2.15, docs/rules.md#deliveries. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { DeliveryZone } from '@atoll/domain/delivery/fee';
import { call, quietly, request } from '../api/api.ts';

/** Every delivery and takeaway that is under way, the oldest first. */
export async function activeDeliveries(): Promise<readonly Bill[]> {
  return (await call('delivery.list', {
    query: { status: 'Active', sort: 'id' },
    ...quietly,
  })) as unknown as Bill[];
}

/** The zones that the outlet delivers to. */
export async function deliveryZones(): Promise<readonly DeliveryZone[]> {
  return (await request('GET', '/crm/zones/list', { ...quietly })).answer as DeliveryZone[];
}
