/**
 * Records the bills that the simulated devices of a test receive: the states of each bill by version, and each completed bill as first received.
 * The invariants compare them with the stored bills.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Handlers } from './handlers.ts';

export interface Recorder {
  /** By bill key, then by version: 'CheckedIn', 'Saved', 'BillPrinted', 'Complete' or 'Void'. */
  readonly states: Map<string, Map<number, string>>;
  /** By bill key: the content of the receipt of a completed bill, as JSON. */
  readonly receipts: Map<string, string>;
}

export const newRecorder = (): Recorder => ({ states: new Map(), receipts: new Map() });

/** Returns the content of the receipt of a bill as JSON; it must never change. */
export const receiptOf = ({ invoiceNumber, items, payments, total, tip, roundingAmount, completedAt }: Bill): string =>
  JSON.stringify({ invoiceNumber, items, payments, total, tip, roundingAmount, completedAt });

function billsIn(response: unknown): readonly Bill[] {
  if (Array.isArray(response)) return response as Bill[];
  const { bill } = response as { bill?: Bill };
  return [bill ?? (response as Bill)];
}

function recordBill(recorder: Recorder, bill: Bill): void {
  const states = recorder.states.get(bill.key) ?? new Map<number, string>();
  recorder.states.set(bill.key, states);
  states.set(bill.version, bill.isVoid ? 'Void' : (bill.status ?? 'None'));
  if (bill.status === 'Complete' && !recorder.receipts.has(bill.key)) recorder.receipts.set(bill.key, receiptOf(bill));
}

/** Returns the handlers with every response recorded. */
export function recorded(handlers: Handlers, recorder: Recorder): Handlers {
  return new Proxy(handlers, {
    get: (target, name) => {
      const handler = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const response = await handler(...args);
        for (const bill of billsIn(response)) recordBill(recorder, bill);
        return response;
      };
    },
  });
}

const allowedSteps: Readonly<Record<string, readonly string[]>> = {
  CheckedIn: ['CheckedIn', 'Saved', 'BillPrinted', 'Complete', 'Void'],
  Saved: ['Saved', 'BillPrinted', 'Complete', 'Void'],
  BillPrinted: ['Saved', 'BillPrinted', 'Complete', 'Void'],
  Complete: [],
  Void: [],
};

/** Returns the forbidden state changes of bills as sentences, each with the number of the invariant (docs/rules.md#invariant-7). */
export function wrongSteps({ states }: Recorder): readonly string[] {
  return [...states].flatMap(([key, seen]) => {
    const steps = [...seen].toSorted(([a], [b]) => a - b).map(([, state]) => state);
    return steps.flatMap((state, index) => {
      const next = steps[index + 1];
      return next === undefined || allowedSteps[state]?.includes(next)
        ? []
        : [`7: bill ${key} went from ${state} to ${next}`];
    });
  });
}
