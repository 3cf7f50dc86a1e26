/** Who is told when items are saved on this device (kitchen tickets), and when the server acknowledged a change (R35.69). */
import type { Bill } from '@atoll/domain/bill/bill';
import type { HubAction } from '@atoll/domain/contract/platform/hub';
import { emit } from '../api/event.ts';
import type { Fired } from '../printing/kept-fired.ts';

/** An item that a ticket announced for a course, and that goes to another one. */
export interface CourseMove {
  readonly key: string;
  readonly from: number;
}

export type SavedListener = (
  bill: Bill,
  itemKeys: readonly string[],
  fired?: Fired,
  moves?: readonly CourseMove[],
  hasNewAllergies?: boolean,
) => void;
const listeners = new Set<SavedListener>();
/** What was saved before the first listener: what prints comes after the first screen. */
let early: Parameters<SavedListener>[] = [];

/** Adds a listener. The first one is told what was saved before it too. */
export function onSavedHere(listener: SavedListener): () => void {
  listeners.add(listener);
  const before = early;
  early = [];
  for (const saved of before) listener(...saved);
  return () => listeners.delete(listener);
}

/** Tells what was saved: `itemKeys` are the new items, `moves` those that wait in another course now; allergies may be new to the kitchen. */
export function savedHere(...saved: Parameters<SavedListener>): void {
  if (listeners.size === 0) early.push(saved);
  for (const listener of listeners) listener(...saved);
}

/** Tells the rest of the till, which tells the other tills, that the server acknowledged a change of this bill. */
export function acknowledged({ id }: Bill, action: HubAction): void {
  if (id !== null) emit('billAcknowledged', { id, action });
}
