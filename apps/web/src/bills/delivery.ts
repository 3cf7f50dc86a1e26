/** Deliveries of the open outlet, for the delivery board and its dialogs. Source: R2.15, docs/rules.md#deliveries. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { DeliveryZone } from '@atoll/domain/delivery/fee';
import { call, quietly, request } from '../api/api.ts';

/** Returns all active deliveries and takeaways, oldest first. */
export async function activeDeliveries(): Promise<readonly Bill[]> {
  return (await call('delivery.list', {
    query: { status: 'Active', sort: 'id' },
    ...quietly,
  })) as unknown as Bill[];
}

/** Returns the outlet's delivery zones. */
export async function deliveryZones(): Promise<readonly DeliveryZone[]> {
  return (await request('GET', '/crm/zones/list', { ...quietly })).answer as DeliveryZone[];
}
