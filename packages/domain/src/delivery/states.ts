/** The life of a delivery and of a takeaway, as tables: from → to. Source: docs/rules.md#deliveries. */

import { type DeliveryStatus, deliveryStatuses } from '../bill/bill.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { named } from '../refusal/sentence.ts';

export type DeliveryKind = 'Delivery' | 'Takeaway';

/** A step; `needsReason` asks why. */
export interface DeliveryTransition {
  readonly from: DeliveryStatus;
  readonly to: DeliveryStatus;
  readonly needsReason?: true;
}

const cancelled = (from: readonly DeliveryStatus[]): DeliveryTransition[] =>
  from.map((each) => ({ from: each, to: 'Cancelled', needsReason: true }));

/** Every step of either kind. */
export const deliveryTransitions: Readonly<Record<DeliveryKind, readonly DeliveryTransition[]>> = {
  Delivery: [
    { from: 'Pending', to: 'Accepted' },
    { from: 'Accepted', to: 'Preparing' },
    { from: 'Preparing', to: 'Ready' },
    { from: 'Ready', to: 'OutForDelivery' },
    { from: 'OutForDelivery', to: 'Delivered' },
    { from: 'Pending', to: 'Rejected', needsReason: true },
    ...cancelled(['Pending', 'Accepted', 'Preparing', 'Ready', 'OutForDelivery']),
    { from: 'OutForDelivery', to: 'Failed', needsReason: true },
    { from: 'Failed', to: 'Ready' },
    { from: 'Failed', to: 'Returned' },
  ],
  Takeaway: [
    { from: 'Pending', to: 'Preparing' },
    { from: 'Preparing', to: 'Ready' },
    { from: 'Ready', to: 'PickedUp' },
    { from: 'Pending', to: 'Rejected', needsReason: true },
    ...cancelled(['Pending', 'Preparing', 'Ready']),
  ],
};

/** Statuses of either kind, in the order of the board's columns. */
export const boardColumns: Readonly<Record<DeliveryKind, readonly DeliveryStatus[]>> = {
  Delivery: ['Pending', 'Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Failed'],
  Takeaway: ['Pending', 'Preparing', 'Ready'],
};

/** Answers which kind a bill's slot type makes it, or null: a table and a counter deliver nothing. */
export function deliveryKind(type: string): DeliveryKind | null {
  return type === 'Delivery' || type === 'Takeaway' ? type : null;
}

/** Answers whether nothing more happens to it. */
export function isEnded(status: DeliveryStatus): boolean {
  return endedStatuses.includes(status);
}

/** What the history shows. */
export const endedStatuses: readonly DeliveryStatus[] = deliveryStatuses.filter((status) =>
  Object.values(deliveryTransitions).every((rows) => rows.every((row) => row.from !== status)),
);

/** Answers the steps that are open from a status. */
export function stepsFrom(kind: DeliveryKind, status: DeliveryStatus): readonly DeliveryTransition[] {
  return deliveryTransitions[kind].filter((row) => row.from === status);
}

/** Answers the next step forward, the one that asks for no reason, or null at the end. */
export function nextStep(kind: DeliveryKind, status: DeliveryStatus): DeliveryStatus | null {
  return stepsFrom(kind, status).find((row) => !row.needsReason)?.to ?? null;
}

/**
 * Answers the status that a step leads to; the same status again is no change. Refuses with notDelivery (no such kind or no status),
 * deliveryEnded, deliveryStep and reasonMissing.
 */
export function stepDelivery(
  kind: DeliveryKind | null,
  from: DeliveryStatus | null,
  to: DeliveryStatus,
  reason = '',
): Result<DeliveryStatus> {
  if (kind === null || from === null) return refuse('notDelivery');
  if (from === to) return ok(to);
  if (isEnded(from)) return refuse('deliveryEnded', { details: named(from) });
  const row = stepsFrom(kind, from).find((each) => each.to === to);
  if (!row) return refuse('deliveryStep', { details: `${from} → ${to}` });
  const words = reason.trim().length;
  if (row.needsReason && (words < 3 || words > 200)) return refuse('reasonMissing');
  return ok(to);
}

/** Answers the steps that bring a delivery to Ready when the kitchen has made everything; none when it is there or past it. */
export function stepsToReady(kind: DeliveryKind, status: DeliveryStatus): DeliveryStatus[] {
  const steps: DeliveryStatus[] = [];
  if (status === 'Failed' || isEnded(status)) return steps;
  for (let at = nextStep(kind, status); at !== null; at = nextStep(kind, at)) {
    steps.push(at);
    if (at === 'Ready') return steps;
  }
  return [];
}
