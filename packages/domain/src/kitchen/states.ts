/** States of a kitchen ticket as a table: state → states that a bump may lead to. Source: docs/rules.md#kitchen-tickets. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const kitchenStates = ['New', 'Preparing', 'Ready', 'Served', 'Recalled', 'Void'] as const;
export type KitchenState = (typeof kitchenStates)[number];

/** States that a cook may bump to. A ticket is created as New and becomes Void when all its lines are voided. */
export const bumpStates = ['Preparing', 'Ready', 'Served', 'Recalled'] as const;
export type BumpState = (typeof bumpStates)[number];

/** Forward steps may be skipped; the only way back is Recalled. */
export const kitchenSteps: Readonly<Record<KitchenState, readonly KitchenState[]>> = {
  New: ['Preparing', 'Ready', 'Served', 'Void'],
  Preparing: ['Ready', 'Served', 'Void'],
  Ready: ['Served', 'Recalled', 'Void'],
  Served: ['Recalled'],
  Recalled: ['Preparing', 'Ready', 'Served', 'Void'],
  Void: [],
};

/**
 * Returns the state that a tap on the card leads to, or null. A cancellation goes straight to Served: there is nothing to prepare. So does every
 * ticket where one tap finishes it (R35.45).
 */
export function nextBump(state: KitchenState, kind: string, isOneTap = false): BumpState | null {
  if (isOneTap) return isOpenTicket(state) ? 'Served' : null;
  switch (state) {
    case 'New':
      return kind === 'Cancel' ? 'Served' : 'Preparing';
    case 'Preparing':
    case 'Recalled':
      return 'Ready';
    case 'Ready':
      return 'Served';
    default:
      return null;
  }
}

/** Returns the state that a bump leads to; the same state again changes nothing. Refuses with ticketState. */
export function bumpTicket(from: KitchenState, to: BumpState): Result<KitchenState> {
  if (from === to) return ok(to);
  if (kitchenSteps[from].includes(to)) return ok(to);
  return refuse('ticketState', { details: `${from} → ${to}` });
}

/** Returns whether a ticket is still open for the kitchen: neither Served nor Void. */
export function isOpenTicket(state: KitchenState): boolean {
  return state !== 'Served' && state !== 'Void';
}

/** Returns whether nothing of a ticket is left to make: Ready, Served or Void. */
export function isMade(state: KitchenState): boolean {
  return state === 'Ready' || state === 'Served' || state === 'Void';
}
