/** Deliveries of the open outlet, for the delivery board and its dialogs. Source: R2.15, docs/rules.md#deliveries. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { DeliveryZone } from '@atoll/domain/delivery/fee';
import { call, request } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';

/** Returns all active deliveries and takeaways, oldest first. */
export async function activeDeliveries(): Promise<readonly Bill[]> {
  const query = { status: 'Active', sort: 'id' } as const;
  return (await untilAnswered((signal) => call('delivery.list', { query, quiet: true, signal }))) as unknown as Bill[];
}

/** Returns the outlet's delivery zones. */
export async function deliveryZones(): Promise<readonly DeliveryZone[]> {
  const { answer } = await untilAnswered((signal) => request('GET', '/crm/zones/list', { quiet: true, signal }));
  return answer as DeliveryZone[];
}
