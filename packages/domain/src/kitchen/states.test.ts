import { describe, expect, it } from 'vitest';
import { refusal } from '../refusal/refusal.ts';
import { bumpStates, bumpTicket, isMade, isOpenTicket, kitchenStates, kitchenSteps, nextBump } from './states.ts';

describe('what the kitchen does with a ticket', () => {
  it('reaches every state from New', () => {
    const reached = new Set(['New']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const state of kitchenStates) if (reached.has(state)) for (const to of kitchenSteps[state]) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...kitchenStates].sort());
  });

  it('answers every bump in every state with a state or a worded refusal', () => {
    for (const from of kitchenStates) {
      for (const to of bumpStates) {
        const answer = bumpTicket(from, to);
        expect([from, to, answer.ok]).toEqual([from, to, from === to || kitchenSteps[from].includes(to)]);
        if (!answer.ok) expect(answer.refusal).toEqual(refusal('ticketState', { details: `${from} → ${to}` }));
      }
    }
  });

  it('is bumped by taps from New to Served, and back only by a recall', () => {
    const taps: string[] = [];
    for (let state = nextBump('New', 'New'); state; state = nextBump(state, 'New')) taps.push(state);
    expect(taps).toEqual(['Preparing', 'Ready', 'Served']);
    expect(bumpTicket('Served', 'Preparing').ok).toBe(false);
    expect(bumpTicket('Served', 'Recalled').ok).toBe(true);
    expect(nextBump('Recalled', 'Add')).toBe('Ready');
  });

  it('has nothing to prepare for a cancellation: one tap says that it was seen', () => {
    expect(nextBump('New', 'Cancel')).toBe('Served');
    expect(nextBump('Void', 'New')).toBeNull();
  });

  it('is done with what was served or voided; what is ready is made but not gone', () => {
    expect(kitchenStates.filter(isOpenTicket)).toEqual(['New', 'Preparing', 'Ready', 'Recalled']);
    expect(kitchenStates.filter(isMade)).toEqual(['Ready', 'Served', 'Void']);
  });
});
