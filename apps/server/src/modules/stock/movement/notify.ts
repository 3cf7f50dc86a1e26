/** Notifications about stock. Source: docs/rules.md#notifications. */
import type { OutletTx } from '../../../platform/store/store.ts';
import { notify } from '../../notification/service.ts';
import { fromThousandths } from '../api-value.ts';
import { type LoadedItem, totalOf } from './loaded-items.ts';

/** Writes a notification for each item that dropped to its reorder level, and for each that a sale took below zero. */
export async function notifyShort(
  tx: OutletTx,
  { low, below }: { readonly low: readonly LoadedItem[]; readonly below: readonly LoadedItem[] },
): Promise<void> {
  for (const item of below)
    await notify(tx, {
      severity: 'Warning',
      title: `${item.name} is below zero`,
      body: 'You sold more than was on hand. Receive new goods or count the item.',
      entity: 'Inventory Item',
      entityId: item.id,
      permission: 'Inventory',
    });
  for (const item of low.filter((one) => !below.includes(one)))
    await notify(tx, {
      severity: 'Warning',
      title: `${item.name} is low`,
      body: `${fromThousandths(totalOf(item))} ${item.unit} on hand, reorder at ${fromThousandths(item.reorderLevel)} ${item.unit}.`,
      entity: 'Inventory Item',
      entityId: item.id,
      permission: 'Inventory',
    });
}
