/**
 * The states of a bill as a table: state → command → state. A slot without a bill is Empty; Void is a flag beside the status.
 * Source: docs/rules.md#bill-states, R15.7–R15.10, R15.13.
 */
import { ok, type Result, refuse, type TillReason } from '../refusal/refusal.ts';
import { type Bill, type BillStatus, billStatuses } from './bill.ts';

export const billStates = ['Empty', ...billStatuses, 'Void'] as const;
export type BillState = (typeof billStates)[number];

export const billCommands = [
  'checkIn',
  'addItem',
  'save',
  'printBill',
  'pay',
  'void',
  'cancelCheckIn',
  'transfer',
] as const;
export type BillCommand = (typeof billCommands)[number];

/** What the rules read. A Bill satisfies it. */
export type BillForStates = Pick<Bill, 'status' | 'isVoid' | 'items'> &
  Partial<Pick<Bill, 'isMasked' | 'createdByName'>>;

/** What else a command may need. An absent fact means that its rule is not checked. */
export interface CommandFacts {
  readonly shiftOpen?: boolean;
  readonly reason?: string;
}

type Guard = (bill: BillForStates, facts: CommandFacts) => TillReason | null;

/** A row: from a state, by a command, to a state, unless a guard returns a reason. The first row that applies is used. */
export interface BillTransition {
  readonly from: BillState;
  readonly command: BillCommand;
  readonly to: BillState;
  /** The row applies only when this returns true. */
  readonly when?: (bill: BillForStates) => boolean;
  readonly guards: readonly Guard[];
}

const hasLive = (bill: BillForStates): boolean => bill.items.some((item) => !item.isVoid);
const hasNew = (bill: BillForStates): boolean => bill.items.some((item) => item.id === null && !item.isVoid);

const needsShift: Guard = (_, { shiftOpen }) => (shiftOpen === false ? 'noShiftActive' : null);
const needsReason: Guard = (_, { reason }) =>
  reason !== undefined && (reason.trim().length < 3 || reason.trim().length > 200) ? 'reasonMissing' : null;
const needsItemToPrint: Guard = (bill) => (hasLive(bill) ? null : 'noItemsToPrint');
const needsItemToPay: Guard = (bill) => (hasLive(bill) ? null : 'nothingToPay');
const nothingSent: Guard = (bill) => (bill.items.some((item) => item.sentQty > 0) ? 'itemsSent' : null);

/** All allowed transitions. Adding items to a printed bill, or saving new items on it, makes it Saved again. */
export const billTransitions: readonly BillTransition[] = [
  { from: 'Empty', command: 'checkIn', to: 'CheckedIn', guards: [needsShift] },

  { from: 'CheckedIn', command: 'addItem', to: 'CheckedIn', guards: [] },
  { from: 'CheckedIn', command: 'save', to: 'Saved', when: hasLive, guards: [] },
  { from: 'CheckedIn', command: 'save', to: 'CheckedIn', guards: [] },
  { from: 'CheckedIn', command: 'printBill', to: 'BillPrinted', guards: [needsItemToPrint] },
  { from: 'CheckedIn', command: 'pay', to: 'Complete', guards: [needsShift, needsItemToPay] },
  { from: 'CheckedIn', command: 'void', to: 'Void', guards: [needsReason] },
  { from: 'CheckedIn', command: 'cancelCheckIn', to: 'Void', guards: [nothingSent] },
  { from: 'CheckedIn', command: 'transfer', to: 'CheckedIn', guards: [] },

  { from: 'Saved', command: 'addItem', to: 'Saved', guards: [] },
  { from: 'Saved', command: 'save', to: 'Saved', guards: [] },
  { from: 'Saved', command: 'printBill', to: 'BillPrinted', guards: [needsItemToPrint] },
  { from: 'Saved', command: 'pay', to: 'Complete', guards: [needsShift, needsItemToPay] },
  { from: 'Saved', command: 'void', to: 'Void', guards: [needsReason] },
  { from: 'Saved', command: 'cancelCheckIn', to: 'Void', guards: [nothingSent] },
  { from: 'Saved', command: 'transfer', to: 'Saved', guards: [] },

  { from: 'BillPrinted', command: 'addItem', to: 'Saved', guards: [] },
  { from: 'BillPrinted', command: 'save', to: 'Saved', when: hasNew, guards: [] },
  { from: 'BillPrinted', command: 'save', to: 'BillPrinted', guards: [] },
  { from: 'BillPrinted', command: 'printBill', to: 'BillPrinted', guards: [needsItemToPrint] },
  { from: 'BillPrinted', command: 'pay', to: 'Complete', guards: [needsShift, needsItemToPay] },
  { from: 'BillPrinted', command: 'void', to: 'Void', guards: [needsReason] },
  { from: 'BillPrinted', command: 'transfer', to: 'BillPrinted', guards: [] },

  { from: 'Complete', command: 'printBill', to: 'Complete', guards: [] },
];

/** Returns why a state does not allow a command. */
function refusedIn(state: BillState, command: BillCommand): TillReason {
  if (command === 'checkIn') return 'alreadyCheckedIn';
  switch (state) {
    case 'Empty':
      return 'notCheckedIn';
    case 'Void':
      return 'billVoid';
    case 'Complete':
      return 'billClosed';
    default:
      return 'billPrinted';
  }
}

/** Returns the state of a bill; null and a bill without status are Empty. */
export function billState(bill: Pick<Bill, 'status' | 'isVoid'> | null): BillState {
  if (!bill) return 'Empty';
  return bill.isVoid ? 'Void' : (bill.status ?? 'Empty');
}

/** Returns whether the bill occupies its slot: status neither null nor Complete, not void. */
export function isOpenBill(bill: Pick<Bill, 'status' | 'isVoid'>): boolean {
  return bill.status !== null && bill.status !== 'Complete' && !bill.isVoid;
}

const nothing: BillForStates = { status: null, isVoid: false, items: [] };

/**
 * Returns the state that a command leads to. Refuses with alreadyCheckedIn, notCheckedIn, noShiftActive, noItemsToPrint,
 * nothingToPay, itemsSent, reasonMissing, billPrinted, billClosed, billVoid, and servedByOther for a bill that the person may not see.
 */
export function transitBill(
  bill: BillForStates | null,
  command: BillCommand,
  facts: CommandFacts = {},
): Result<BillState> {
  if (bill?.isMasked === true)
    return refuse('servedByOther', { message: `This table is served by ${bill.createdByName ?? ''}` });
  const state = billState(bill);
  const subject = bill ?? nothing;
  const row = billTransitions.find(
    (one) => one.from === state && one.command === command && (one.when?.(subject) ?? true),
  );
  if (!row) return refuse(refusedIn(state, command));
  for (const guard of row.guards) {
    const reason = guard(subject, facts);
    if (reason) return refuse(reason);
  }
  return ok(row.to);
}

/** Returns the bill in a state: sets status, isVoid and isOpen. A void bill keeps the status that it had. */
export function inState(bill: Bill, state: BillState): Bill {
  const isVoid = state === 'Void';
  const status: BillStatus | null = isVoid ? bill.status : state === 'Empty' ? null : state;
  return { ...bill, status, isVoid, isOpen: isOpenBill({ status, isVoid }) };
}
