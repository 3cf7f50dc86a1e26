/** Records the bills in responses to devices: their states by version, and completed bills as first received. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { Handlers } from './handlers.ts';

export interface Recorder {
  /** 'CheckedIn', 'Saved', 'BillPrinted', 'Complete' or 'Void', by version, by bill. */
  readonly states: Map<string, Map<number, string>>;
  /** The printed content of a completed bill, by bill. */
  readonly receipts: Map<string, string>;
}

export const newRecorder = (): Recorder => ({ states: new Map(), receipts: new Map() });

/** Returns the content of a receipt, which must never change. */
export const receiptOf = ({ invoiceNumber, items, payments, total, tip, roundingAmount, completedAt }: Bill): string =>
  JSON.stringify({ invoiceNumber, items, payments, total, tip, roundingAmount, completedAt });

function billsIn(answer: unknown): readonly Bill[] {
  if (Array.isArray(answer)) return answer as Bill[];
  const { bill } = answer as { bill?: Bill };
  return [bill ?? (answer as Bill)];
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
        const answer = await handler(...args);
        for (const bill of billsIn(answer)) recordBill(recorder, bill);
        return answer;
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

/** Returns the forbidden state changes of bills as sentences. */
export function wrongSteps({ states }: Recorder): readonly string[] {
  return [...states].flatMap(([key, seen]) => {
    const steps = [...seen].toSorted(([a], [b]) => a - b).map(([, state]) => state);
    return steps.flatMap((state, place) => {
      const next = steps[place + 1];
      return next === undefined || allowedSteps[state]?.includes(next)
        ? []
        : [`7: bill ${key} went from ${state} to ${next}`];
    });
  });
}
