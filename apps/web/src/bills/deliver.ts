/**
 * Changes of a bill's delivery details and status. Both need the server. Details are saved alone; a step also saves the draft. Source: R2.15,
 * docs/rules.md#deliveries.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import type * as contract from '@atoll/domain/contract/bill/delivery';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { Result } from '@atoll/domain/refusal/refusal';
import { call } from '../api/api.ts';
import type { Core } from './core.ts';
import type { SaveActions } from './save.ts';
import { approvalHeader, type CommandOptions, serverCalls } from './server-call.ts';
import type { SyncActions } from './sync.ts';

export type DeliveryChange = Omit<BodyOf<typeof contract.changeDelivery>, 'billId'>;

export interface DeliverActions {
  /**
   * Changes delivery details or the delivery status; waiting work of the bill is sent first. Unsaved items are saved with a new status only: details alone
   * send nothing to the kitchen.
   */
  changeDelivery(bill: Bill, change: DeliveryChange, options?: CommandOptions): Promise<Result<Bill>>;
}

export function deliverActions(core: Core, sync: SyncActions, saves: SaveActions): DeliverActions {
  const { ready, sent: workSent, answered } = serverCalls(core, sync, saves);
  return {
    async changeDelivery(bill, change, options) {
      const known = core.bill(bill.key);
      const before = change.deliveryStatus === undefined ? workSent : ready;
      const sent = known?.isOpen ? await before(known) : null;
      if (sent && !sent.ok) return sent;
      const billId = (sent?.ok ? sent.value.id : bill.id) ?? bill.key;
      return answered((signal) =>
        call('delivery.change', {
          body: { billId, ...change },
          headers: approvalHeader(options),
          quiet: true,
          signal,
        }),
      );
    },
  };
}
