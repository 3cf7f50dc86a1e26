/** What the kitchen does with a ticket, as a table: state → states that a bump may lead to. Source: docs/rules.md#kitchen-tickets. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const kitchenStates = ['New', 'Preparing', 'Ready', 'Served', 'Recalled', 'Void'] as const;
export type KitchenState = (typeof kitchenStates)[number];

/** States that a cook may bump to; a ticket is made New, and becomes Void when its lines are voided. */
export const bumpStates = ['Preparing', 'Ready', 'Served', 'Recalled'] as const;
export type BumpState = (typeof bumpStates)[number];

/** A cook may skip a step forward; back goes only by Recalled. */
export const kitchenSteps: Readonly<Record<KitchenState, readonly KitchenState[]>> = {
  New: ['Preparing', 'Ready', 'Served', 'Void'],
  Preparing: ['Ready', 'Served', 'Void'],
  Ready: ['Served', 'Recalled', 'Void'],
  Served: ['Recalled'],
  Recalled: ['Preparing', 'Ready', 'Served', 'Void'],
  Void: [],
};

/** What a tap on a card does next. A cancellation has nothing to be prepared: the cook has seen it. */
export function nextBump(state: KitchenState, kind: string): BumpState | null {
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

/** Answers the state that a bump leads to; the same state again is no change. Refuses with ticketState. */
export function bumpTicket(from: KitchenState, to: BumpState): Result<KitchenState> {
  if (from === to) return ok(to);
  if (kitchenSteps[from].includes(to)) return ok(to);
  return refuse('ticketState', { details: `${from} → ${to}` });
}

/** Answers whether the kitchen still has to do with a ticket. */
export function isOpenTicket(state: KitchenState): boolean {
  return state !== 'Served' && state !== 'Void';
}

/** Answers whether what stands on a ticket is made. */
export function isMade(state: KitchenState): boolean {
  return state === 'Ready' || state === 'Served' || state === 'Void';
}
