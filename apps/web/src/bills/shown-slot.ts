/** The slot whose bill is on the screen, and the message about changes of it. Source: R15.11, R35.31. */
import { emit, type Toast } from '../api/event.ts';
import { words } from '../api/words.ts';

interface Slot {
  readonly type: string;
  readonly slot: string;
}

const shown = new Set<Slot>();

/** Records that a screen shows the slot's bill. Returns a function that removes the record. */
export function showSlot(type: string, slot: string): () => void {
  const place = { type, slot };
  shown.add(place);
  return () => void shown.delete(place);
}

const isShown = ({ type, slot }: Slot): boolean => [...shown].some((one) => one.type === type && one.slot === slot);

/**
 * Shows 'Bill updated from server' as one toast, only when a screen shows the bill, now or before it moved. It is not stored among the
 * notifications.
 */
export function toastUpdated(kind: Toast['kind'], details: string, ...versions: readonly (Slot | undefined)[]): void {
  if (!versions.some((bill) => bill && isShown(bill))) return;
  emit('toast', { kind, message: words.billUpdated, details, id: 'billUpdated' });
}
