import { describe, expect, it } from 'vitest';
import { refusal } from '../refusal/refusal.ts';
import { bumpStates, bumpTicket, isMade, isOpenTicket, kitchenStates, kitchenSteps, nextBump } from './states.ts';

describe('states of a kitchen ticket', () => {
  it('reaches every state from New', () => {
    const reached = new Set(['New']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const state of kitchenStates) if (reached.has(state)) for (const to of kitchenSteps[state]) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...kitchenStates].sort());
  });

  it('[R35.45] goes from every open state straight to Served where one tap finishes a ticket', () => {
    for (const state of kitchenStates) expect(nextBump(state, 'New', true)).toBe(isOpenTicket(state) ? 'Served' : null);
  });

  it('returns a state or a refusal with a message for every bump in every state', () => {
    for (const from of kitchenStates) {
      for (const to of bumpStates) {
        const answer = bumpTicket(from, to);
        expect([from, to, answer.ok]).toEqual([from, to, from === to || kitchenSteps[from].includes(to)]);
        if (!answer.ok) expect(answer.refusal).toEqual(refusal('ticketState', { details: `${from} → ${to}` }));
      }
    }
  });

  it('a tap bumps a ticket from New to Served step by step, and only a recall goes back', () => {
    const taps: string[] = [];
    for (let state = nextBump('New', 'New'); state; state = nextBump(state, 'New')) taps.push(state);
    expect(taps).toEqual(['Preparing', 'Ready', 'Served']);
    expect(bumpTicket('Served', 'Preparing').ok).toBe(false);
    expect(bumpTicket('Served', 'Recalled').ok).toBe(true);
    expect(nextBump('Recalled', 'Add')).toBe('Ready');
  });

  it('one tap makes a cancellation Served', () => {
    expect(nextBump('New', 'Cancel')).toBe('Served');
    expect(nextBump('Void', 'New')).toBeNull();
  });

  it('treats Served and Void tickets as closed, and Ready tickets as made but open', () => {
    expect(kitchenStates.filter(isOpenTicket)).toEqual(['New', 'Preparing', 'Ready', 'Recalled']);
    expect(kitchenStates.filter(isMade)).toEqual(['Ready', 'Served', 'Void']);
  });
});
