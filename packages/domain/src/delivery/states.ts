/** States of a delivery and of a takeaway as tables: from → to. Source: docs/rules.md#deliveries. */

import type { Bill } from '../bill/bill.ts';
import { type DeliveryStatus, deliveryStatuses } from '../bill/bill-delivery.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { named } from '../refusal/sentence.ts';

export type DeliveryKind = 'Delivery' | 'Takeaway';

/** A step; with `needsReason` a reason must be entered. */
export interface DeliveryTransition {
  readonly from: DeliveryStatus;
  readonly to: DeliveryStatus;
  readonly needsReason?: true;
}

const cancelled = (from: readonly DeliveryStatus[]): DeliveryTransition[] =>
  from.map((each) => ({ from: each, to: 'Cancelled', needsReason: true }));

/** All steps by kind. */
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

/** Statuses by kind, in the order of the board's columns. */
export const boardColumns: Readonly<Record<DeliveryKind, readonly DeliveryStatus[]>> = {
  Delivery: ['Pending', 'Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Failed'],
  Takeaway: ['Pending', 'Preparing', 'Ready'],
};

/** Returns the kind for a slot type, or null for Table and Counter. */
export function deliveryKind(type: string): DeliveryKind | null {
  return type === 'Delivery' || type === 'Takeaway' ? type : null;
}

/** Returns whether a status is final. */
export function isEnded(status: DeliveryStatus): boolean {
  return endedStatuses.includes(status);
}

const voidingStatuses: readonly DeliveryStatus[] = ['Rejected', 'Cancelled'];

/** Returns whether a step to the status also voids the bill if it is not paid. */
export function voidsBill(status: DeliveryStatus): boolean {
  return voidingStatuses.includes(status);
}

/** Final statuses: no step leads on from them. The delivery history lists these. */
export const endedStatuses: readonly DeliveryStatus[] = deliveryStatuses.filter((status) =>
  Object.values(deliveryTransitions).every((rows) => rows.every((row) => row.from !== status)),
);

/** Returns whether an order is finished while its bill must still be paid: the board shows it until then. */
export function isUnpaidEnd({ deliveryStatus, isOpen }: Pick<Bill, 'deliveryStatus' | 'isOpen'>): boolean {
  return isOpen && deliveryStatus !== null && isEnded(deliveryStatus);
}

/** Returns the steps that are allowed from a status. */
export function stepsFrom(kind: DeliveryKind, status: DeliveryStatus): readonly DeliveryTransition[] {
  return deliveryTransitions[kind].filter((row) => row.from === status);
}

/** Returns the next status forward, reached by the step without a reason, or null at the end. */
export function nextStep(kind: DeliveryKind, status: DeliveryStatus): DeliveryStatus | null {
  return stepsFrom(kind, status).find((row) => !row.needsReason)?.to ?? null;
}

/**
 * Returns the status that a step leads to; the same status again changes nothing. Refuses with notDelivery (no kind or no status),
 * deliveryEnded, deliveryStep or reasonMissing.
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

/** Returns the statuses up to Ready, to apply when the kitchen has made everything; none when the delivery is Ready or past it. */
export function stepsToReady(kind: DeliveryKind, status: DeliveryStatus): DeliveryStatus[] {
  const steps: DeliveryStatus[] = [];
  if (status === 'Failed' || isEnded(status)) return steps;
  for (let next = nextStep(kind, status); next !== null; next = nextStep(kind, next)) {
    steps.push(next);
    if (next === 'Ready') return steps;
  }
  return [];
}
