/** The slot whose bill is on the screen, and the message about changes of it. Source: R15.11, R35.31. */
import type { Bill } from '@atoll/domain/bill/bill';
import { emit, type Toast } from '../../api/event.ts';
import { words } from '../../api/words.ts';
import { changedElsewhereText, closedElsewhereText, mergedElsewhereText, type Slot } from './elsewhere-text.ts';

const shown = new Set<Slot>();

/** Records that a screen shows the slot's bill. Returns a function that removes the record. */
export function showSlot(type: string, slot: string): () => void {
  const place = { type, slot };
  shown.add(place);
  return () => void shown.delete(place);
}

/** Returns whether a screen shows the bill of this slot. */
export const isShown = ({ type, slot }: Slot): boolean =>
  [...shown].some((one) => one.type === type && one.slot === slot);

/**
 * Shows one toast about a change of a bill, only when a screen shows the bill, now or before it moved. It is not stored among the
 * notifications.
 */
function toastChange(toast: Omit<Toast, 'id'>, ...versions: readonly (Slot | undefined)[]): void {
  if (versions.some((bill) => bill && isShown(bill))) emit('toast', { ...toast, id: 'billUpdated' });
}

/** Shows 'Bill updated from server' with details. */
export const toastUpdated = (kind: Toast['kind'], details: string, ...versions: readonly (Slot | undefined)[]): void =>
  toastChange({ kind, message: words.billUpdated, details }, ...versions);

/** Shows what somebody did with a bill on another till, and who: paid, voided and moved bills leave the screen. */
export function toastElsewhere(bill: Bill, before: Bill | undefined): void {
  const closed = closedElsewhereText(bill);
  if (closed) return toastChange({ kind: 'warning', message: closed }, bill, before);
  toastUpdated(before ? 'warning' : 'info', changedElsewhereText(bill, before), bill, before);
}

/** Shows that the bill of a slot went into another bill. */
export const toastMerged = (from: Slot, into: Bill): void =>
  toastUpdated('warning', mergedElsewhereText(from, into), from);
