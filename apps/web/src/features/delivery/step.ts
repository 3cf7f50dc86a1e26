/** Steps of a delivery, and what to ask before each. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { DeliveryStatus } from '@atoll/domain/bill/bill-delivery';
import { deliveryKind, stepsFrom } from '@atoll/domain/delivery/states';

export interface AskedStep {
  readonly bill: Bill;
  readonly to: DeliveryStatus;
  /** What to ask before the step: a reason, the rider, or nothing. */
  readonly asks: 'reason' | 'rider' | 'nothing';
}

/** Returns the step to a status, or undefined when it is not allowed. */
export function stepTo(bill: Bill, to: DeliveryStatus): AskedStep | undefined {
  const kind = deliveryKind(bill.type);
  const row = kind && bill.deliveryStatus && stepsFrom(kind, bill.deliveryStatus).find((each) => each.to === to);
  if (!row) return undefined;
  return { bill, to, asks: row.needsReason ? 'reason' : to === 'OutForDelivery' ? 'rider' : 'nothing' };
}

/** Returns every allowed step, forward ones first. */
export function openSteps(bill: Bill): readonly AskedStep[] {
  const kind = deliveryKind(bill.type);
  if (!kind || bill.deliveryStatus === null || bill.isVoid) return [];
  const steps = stepsFrom(kind, bill.deliveryStatus).flatMap((row) => stepTo(bill, row.to) ?? []);
  return [...steps.filter((step) => step.asks !== 'reason'), ...steps.filter((step) => step.asks === 'reason')];
}
