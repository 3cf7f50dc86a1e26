/** Destination and steps of a delivery or a takeaway; stored with its bill. Source: docs/rules.md#deliveries. */
import type { SlotTypeName } from '../outlet/outlet.ts';

export const deliveryStatuses = [
  'Pending',
  'Accepted',
  'Preparing',
  'Ready',
  'OutForDelivery',
  'Delivered',
  'PickedUp',
  'Rejected',
  'Cancelled',
  'Failed',
  'Returned',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryChannels = ['Phone', 'Walk-in', 'Website', 'Aggregator'] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** One change of the delivery status. */
export interface DeliveryStep {
  readonly status: DeliveryStatus;
  readonly at: string;
  readonly by: number | null;
  readonly byName: string;
  /** The reason, for steps that require one; '' otherwise. */
  readonly reason: string;
}

/** Written by the server. `Bill.delivery` is null until details are entered. */
export interface BillDelivery {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly landmark: string;
  /** 0: none. */
  readonly zoneId: number;
  readonly zoneName: string;
  /** The zone's fee when it was chosen, laari. The bill's fee is computed from the order unless `isFeeFixed`. */
  readonly zoneFee: number;
  readonly minOrder: number;
  readonly freeAbove: number | null;
  readonly isFeeFixed: boolean;
  /** Laari; the price of the bill's fee item. */
  readonly fee: number;
  readonly channel: DeliveryChannel;
  /** An instant, or null when no time was promised. */
  readonly promisedAt: string | null;
  readonly riderId: number | null;
  readonly riderName: string;
  readonly note: string;
  /** What the guest must not eat. Absent on orders of earlier releases. */
  readonly allergies?: string | undefined;
  readonly steps: readonly DeliveryStep[];
}

/** Returns the first delivery status of a bill: Pending for Delivery and Takeaway, null for other slot types. An existing status is kept. */
export function startOfDelivery(type: SlotTypeName, status: DeliveryStatus | null = null): DeliveryStatus | null {
  return type === 'Delivery' || type === 'Takeaway' ? (status ?? 'Pending') : null;
}
