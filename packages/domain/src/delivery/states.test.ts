import { describe, expect, it } from 'vitest';
import { type DeliveryStatus, deliveryStatuses } from '../bill/bill-delivery.ts';
import { anyRefusal } from '../refusal/all-refusals.ts';
import {
  boardColumns,
  type DeliveryKind,
  deliveryTransitions,
  endedStatuses,
  isEnded,
  nextStep,
  stepDelivery,
  stepsToReady,
  voidsBill,
} from './states.ts';

const kinds: readonly DeliveryKind[] = ['Delivery', 'Takeaway'];

function reachedIn(kind: DeliveryKind): Set<DeliveryStatus> {
  const reached = new Set<DeliveryStatus>(['Pending']);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const row of deliveryTransitions[kind]) if (reached.has(row.from)) reached.add(row.to);
  }
  return reached;
}

describe('the life of a delivery', () => {
  it('[R2.15] every status can be reached from Pending as a delivery or a takeaway', () => {
    const reached = new Set(kinds.flatMap((kind) => [...reachedIn(kind)]));
    expect([...reached].sort()).toEqual([...deliveryStatuses].sort());
  });

  it('a delivery goes from Pending to Delivered, and a takeaway to PickedUp', () => {
    const walk = (kind: DeliveryKind): string[] => {
      const seen: string[] = [];
      for (let next = nextStep(kind, 'Pending'); next; next = nextStep(kind, next)) seen.push(next);
      return seen;
    };
    expect(walk('Delivery')).toEqual(['Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered']);
    expect(walk('Takeaway')).toEqual(['Preparing', 'Ready', 'PickedUp']);
  });

  it('returns a status or a refusal with a message for every step from every status', () => {
    for (const kind of kinds) {
      for (const from of deliveryStatuses) {
        for (const to of deliveryStatuses) {
          const answer = stepDelivery(kind, from, to, 'Nobody home');
          const isKnown = from === to || deliveryTransitions[kind].some((row) => row.from === from && row.to === to);
          expect([kind, from, to, answer.ok]).toEqual([kind, from, to, isKnown]);
          if (!answer.ok) expect(['deliveryStep', 'deliveryEnded']).toContain(answer.refusal.reason);
          if (!answer.ok) expect(answer.refusal.message).toBe(anyRefusal(answer.refusal.reason).message);
        }
      }
    }
  });

  it('requires a reason for Rejected, Cancelled and Failed', () => {
    for (const [from, to] of [
      ['Pending', 'Rejected'],
      ['Preparing', 'Cancelled'],
      ['OutForDelivery', 'Failed'],
    ] as const) {
      const answer = stepDelivery('Delivery', from, to, '  x ');
      expect(!answer.ok && answer.refusal.reason).toBe('reasonMissing');
      expect(stepDelivery('Delivery', from, to, 'Too far').ok).toBe(true);
    }
    expect(stepDelivery('Delivery', 'Ready', 'OutForDelivery').ok).toBe(true);
  });

  it('voids the bill only of a rejected or cancelled delivery', () => {
    expect(deliveryStatuses.filter(voidsBill)).toEqual(['Rejected', 'Cancelled']);
  });

  it('refuses delivery steps of a bill at a table', () => {
    const answer = stepDelivery(null, null, 'Accepted');
    expect(!answer.ok && answer.refusal.reason).toBe('notDelivery');
  });

  it('ends in statuses without further steps; every other status is a column of the board', () => {
    expect([...endedStatuses].sort()).toEqual(['Cancelled', 'Delivered', 'PickedUp', 'Rejected', 'Returned']);
    for (const kind of kinds) {
      const open = [...reachedIn(kind)].filter((status) => !isEnded(status));
      expect([...boardColumns[kind]].sort()).toEqual(open.sort());
    }
  });

  it('steps to Ready when the kitchen finishes, and never back from OutForDelivery', () => {
    expect(stepsToReady('Delivery', 'Pending')).toEqual(['Accepted', 'Preparing', 'Ready']);
    expect(stepsToReady('Takeaway', 'Preparing')).toEqual(['Ready']);
    for (const status of ['Ready', 'OutForDelivery', 'Failed', 'Delivered', 'Cancelled'] as const)
      expect(stepsToReady('Delivery', status)).toEqual([]);
  });
});
