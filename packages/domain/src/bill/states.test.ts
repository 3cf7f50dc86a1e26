import { describe, expect, it } from 'vitest';
import { anyRefusal } from '../refusal/all-refusals.ts';
import {
  type BillCommand,
  type BillState,
  billCommands,
  billState,
  billStates,
  billTransitions,
  inState,
  isOpenBill,
  transitBill,
} from './states.ts';
import { billOf, line } from './testing/bills.ts';

const inEach = (state: BillState, items = [line('a')]) => inState(billOf(items), state);
const outcome = (state: BillState, command: BillCommand, facts = { shiftOpen: true, reason: 'Left' }) => {
  const to = transitBill(inEach(state), command, facts);
  return to.ok ? to.value : to.refusal.reason;
};

describe('the life of a bill', () => {
  it('[R15.7] a bill goes from Empty through CheckedIn, Saved and BillPrinted to Complete', () => {
    expect(outcome('Empty', 'checkIn')).toBe('CheckedIn');
    expect(outcome('CheckedIn', 'save')).toBe('Saved');
    expect(outcome('Saved', 'printBill')).toBe('BillPrinted');
    expect(outcome('BillPrinted', 'pay')).toBe('Complete');
  });

  it('[R15.7] every state can be reached from the empty slot', () => {
    const reached = new Set<BillState>(['Empty']);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const row of billTransitions) if (reached.has(row.from)) reached.add(row.to);
    }
    expect([...reached].sort()).toEqual([...billStates].sort());
  });

  it('returns a state or a refusal with a message for every command in every state', () => {
    for (const state of billStates) {
      for (const command of billCommands) {
        const to = transitBill(inEach(state), command, { shiftOpen: true, reason: 'Left' });
        const isKnown = billTransitions.some((row) => row.from === state && row.command === command);
        expect([state, command, to.ok]).toEqual([state, command, isKnown]);
        if (!to.ok) expect(to.refusal).toEqual(anyRefusal(to.refusal.reason));
        if (!to.ok) expect(to.refusal.message.length).toBeGreaterThan(5);
      }
    }
  });

  it('[R15.8] refuses to check in a slot twice', () => {
    for (const state of billStates.filter((one) => one !== 'Empty')) {
      const to = transitBill(inEach(state), 'checkIn', { shiftOpen: true });
      expect(!to.ok && to.refusal.message).toBe('Already checked in');
    }
  });

  it('[R15.9] takes items only when the bill has a status', () => {
    expect(outcome('Empty', 'addItem')).toBe('notCheckedIn');
    expect(transitBill(null, 'addItem').ok).toBe(false);
    expect(outcome('CheckedIn', 'addItem')).toBe('CheckedIn');
    expect(outcome('BillPrinted', 'addItem')).toBe('Saved');
    expect(outcome('Complete', 'addItem')).toBe('billClosed');
    expect(outcome('Void', 'addItem')).toBe('billVoid');
  });

  it('[R15.10] transfers any open bill and no other', () => {
    expect(['CheckedIn', 'Saved', 'BillPrinted'].map((state) => outcome(state as BillState, 'transfer'))).toEqual([
      'CheckedIn',
      'Saved',
      'BillPrinted',
    ]);
    expect(outcome('Complete', 'transfer')).toBe('billClosed');
    expect(outcome('Empty', 'transfer')).toBe('notCheckedIn');
  });

  it('[R15.13] checks in and takes payment only while a shift is open', () => {
    for (const [state, command] of [
      ['Empty', 'checkIn'],
      ['Saved', 'pay'],
    ] as const) {
      const to = transitBill(inEach(state), command, { shiftOpen: false });
      expect(!to.ok && to.refusal.message).toBe('No Shift Active');
    }
    expect(outcome('Saved', 'save', { shiftOpen: false, reason: '' })).toBe('Saved');
  });

  it('[R16.1] prints no bill without a live item', () => {
    const empty = transitBill(inEach('Saved', [line('a', { isVoid: true })]), 'printBill');
    expect(!empty.ok && empty.refusal.message).toBe('No items to print');
  });

  it('keeps CheckedIn when no items are saved, and BillPrinted unless items are new', () => {
    const save = (state: BillState, items: ReturnType<typeof line>[]) => {
      const to = transitBill(inEach(state, items), 'save');
      return to.ok && to.value;
    };
    expect(save('CheckedIn', [])).toBe('CheckedIn');
    expect(save('BillPrinted', [line('a', { id: 1 })])).toBe('BillPrinted');
    expect(save('BillPrinted', [line('a', { id: 1 }), line('b')])).toBe('Saved');
  });

  it('cancels a check-in only while nothing was sent, and not after printing', () => {
    const cancel = (state: BillState, sentQty: number) => {
      const to = transitBill(inEach(state, [line('a', { sentQty })]), 'cancelCheckIn');
      return to.ok ? to.value : to.refusal.reason;
    };
    expect(cancel('CheckedIn', 0)).toBe('Void');
    expect(cancel('Saved', 0)).toBe('Void');
    expect(cancel('CheckedIn', 1)).toBe('itemsSent');
    expect(cancel('Saved', 1)).toBe('itemsSent');
    expect(cancel('BillPrinted', 0)).toBe('billPrinted');
  });

  it('voids only with a reason of 3 to 200 characters, and refuses to pay a bill without items', () => {
    expect(outcome('Saved', 'void')).toBe('Void');
    expect(outcome('Saved', 'void', { shiftOpen: true, reason: ' x ' })).toBe('reasonMissing');
    expect(outcome('Saved', 'void', { shiftOpen: true, reason: 'x'.repeat(201) })).toBe('reasonMissing');
    const to = transitBill(inEach('CheckedIn', []), 'pay');
    expect(!to.ok && to.refusal.reason).toBe('nothingToPay');
  });

  it('treats CheckedIn, Saved and BillPrinted bills as open', () => {
    const open = billStates.filter((state) => isOpenBill(inEach(state)));
    expect(open).toEqual(['CheckedIn', 'Saved', 'BillPrinted']);
    for (const state of billStates) expect(billState(inEach(state))).toBe(state);
    expect(inEach('Void').status).toBe('Saved');
    expect(inEach('Complete').isOpen).toBe(false);
  });
});
