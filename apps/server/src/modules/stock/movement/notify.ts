/** Notifications about stock. Source: docs/rules.md#notifications. */
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { OutletTx } from '../../../platform/store/store.ts';
import { notify } from '../../notification/service.ts';
import { fromThousandths } from '../api-value.ts';
import { type LoadedItem, totalOf } from './loaded-items.ts';

/** Returns what to do about an item below zero: often it is there, in a storage that sales do not take from. */
function belowText({ levels, unit }: LoadedItem): Sentence {
  const elsewhere = [...levels.values()].reduce((sum, { onHand }) => sum + Math.max(0, onHand), 0);
  return elsewhere > 0
    ? `Other storages have ${fromThousandths(elsewhere)} ${unit}. Move it to the storage that sells, or count the item.`
    : 'You sold more than was on hand. Receive new goods or count the item.';
}

/** Writes a notification for each item that dropped to its reorder level, and for each that a sale took below zero. */
export async function notifyShort(
  tx: OutletTx,
  { low, below }: { readonly low: readonly LoadedItem[]; readonly below: readonly LoadedItem[] },
): Promise<void> {
  for (const item of below)
    await notify(tx, {
      severity: 'Warning',
      title: `${item.name} is below zero`,
      body: belowText(item),
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
