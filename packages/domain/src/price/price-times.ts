/** When a price rule counts. Source: R21.1, docs/rules.md#price-lists. */
import type { Availability } from '../menu/availability.ts';
import type { SlotTypeName } from '../outlet/outlet.ts';

/** When a price list or a promotion counts. A field that is absent limits nothing. */
export interface PriceTimes {
  readonly availability?: readonly Availability[] | undefined;
  readonly orderTypes?: readonly SlotTypeName[] | undefined;
  /** The groups of customers for whom it counts. */
  readonly groupIds?: readonly number[] | undefined;
  /** Business days 'YYYY-MM-DD', both included. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  /** How many minutes longer its hours last; absent: 0. */
  readonly graceMinutes?: number | undefined;
}
