/** Listeners that are notified when items are saved on this device (kitchen tickets). */
import type { Bill } from '@atoll/domain/bill/bill';

type SavedListener = (bill: Bill, itemKeys: readonly string[]) => void;
const listeners = new Set<SavedListener>();

export function onSavedHere(listener: SavedListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function savedHere(bill: Bill, itemKeys: readonly string[]): void {
  for (const listener of listeners) listener(bill, itemKeys);
}
