/** Where a delivery or a takeaway goes, and what happened to it: it stands with its bill. Source: docs/rules.md#deliveries. */
import type { SlotTypeName } from '../outlet/outlet.ts';
import type { DeliveryStatus } from './bill.ts';

export const deliveryChannels = ['Phone', 'Walk-in', 'Website', 'Aggregator'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** A step that a delivery took. */
export interface DeliveryStep {
  readonly status: DeliveryStatus;
  readonly at: string;
  readonly by: number | null;
  readonly byName: string;
  /** Why, where a reason is asked for; '' otherwise. */
  readonly reason: string;
}

/** The server writes it; null on a bill that nothing was said of yet. */
export interface BillDelivery {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly landmark: string;
  /** 0: none. */
  readonly zoneId: number;
  readonly zoneName: string;
  /** What the zone said when it was chosen, laari; its fee follows what is ordered unless another was said. */
  readonly zoneFee: number;
  readonly minOrder: number;
  readonly freeAbove: number | null;
  readonly isFeeFixed: boolean;
  /** Laari, as it stands on the bill's fee line. */
  readonly fee: number;
  readonly channel: DeliveryChannel;
  /** An instant, or null when nothing was promised. */
  readonly promisedAt: string | null;
  readonly riderId: number | null;
  readonly riderName: string;
  readonly note: string;
  readonly steps: readonly DeliveryStep[];
}

/** Answers where the delivery of a bill begins: Pending in a slot of Delivery or Takeaway, nothing in another. A status that it has stays. */
export function startOfDelivery(type: SlotTypeName, status: DeliveryStatus | null = null): DeliveryStatus | null {
  return type === 'Delivery' || type === 'Takeaway' ? (status ?? 'Pending') : null;
}
