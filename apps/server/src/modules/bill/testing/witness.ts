/** Keeps what devices were answered of bills: their states by version, and completed bills as they were told. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Handlers } from './floor.ts';

export interface Witness {
  /** 'CheckedIn', 'Saved', 'BillPrinted', 'Complete' or 'Void', by version, by bill. */
  readonly states: Map<string, Map<number, string>>;
  /** What stands on the paper of a completed bill, by bill. */
  readonly receipts: Map<string, string>;
}

export const newWitness = (): Witness => ({ states: new Map(), receipts: new Map() });

/** What a receipt says, and must say for good. */
export const receiptOf = ({ invoiceNumber, items, payments, total, tip, roundingAmount, completedAt }: Bill): string =>
  JSON.stringify({ invoiceNumber, items, payments, total, tip, roundingAmount, completedAt });

function billsIn(answer: unknown): readonly Bill[] {
  if (Array.isArray(answer)) return answer as Bill[];
  const { bill } = answer as { bill?: Bill };
  return [bill ?? (answer as Bill)];
}

function hear(witness: Witness, bill: Bill): void {
  const states = witness.states.get(bill.key) ?? new Map<number, string>();
  witness.states.set(bill.key, states);
  states.set(bill.version, bill.isVoid ? 'Void' : (bill.status ?? 'None'));
  if (bill.status === 'Complete' && !witness.receipts.has(bill.key)) witness.receipts.set(bill.key, receiptOf(bill));
}

/** The handlers, each answer heard. */
export function witnessed(handlers: Handlers, witness: Witness): Handlers {
  return new Proxy(handlers, {
    get: (target, name) => {
      const handler = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const answer = await handler(...args);
        for (const bill of billsIn(answer)) hear(witness, bill);
        return answer;
      };
    },
  });
}

const from: Readonly<Record<string, readonly string[]>> = {
  CheckedIn: ['CheckedIn', 'Saved', 'BillPrinted', 'Complete', 'Void'],
  Saved: ['Saved', 'BillPrinted', 'Complete', 'Void'],
  BillPrinted: ['Saved', 'BillPrinted', 'Complete', 'Void'],
  Complete: [],
  Void: [],
};

/** Answers the steps of bills that no bill may take, in words. */
export function wrongSteps({ states }: Witness): readonly string[] {
  return [...states].flatMap(([key, seen]) => {
    const steps = [...seen].toSorted(([a], [b]) => a - b).map(([, state]) => state);
    return steps.flatMap((state, place) => {
      const next = steps[place + 1];
      return next === undefined || from[state]?.includes(next) ? [] : [`7: bill ${key} went from ${state} to ${next}`];
    });
  });
}
