/** Decides whether a response to a call of the outbox belongs to the entry that was sent; only then the entry is done. Source: R35.81. */
import { type TakenBill, takenBill, takenRecord, takenShift } from '@atoll/domain/contract/taken';
import type { OutboxEntry } from './entry.ts';

/**
 * `yes`: the response belongs to the entry. `renamed`: it is a bill with another key and without the items of the entry; it belongs to the entry only if
 * the entry's bill was merged into it. `no`: it is something else.
 */
export type Match = 'yes' | 'renamed' | 'no';

interface Keyed {
  readonly key: string;
}

const keysIn = (value: unknown): string[] =>
  Array.isArray(value) ? (value as readonly Keyed[]).map(({ key }) => key.toLowerCase()) : [];

const hasAnyKey = (keys: readonly string[], records: readonly Keyed[]): boolean =>
  records.some(({ key }) => keys.includes(key.toLowerCase()));

function matchBill(entry: OutboxEntry, bill: TakenBill): Match {
  const payments = keysIn(entry.body['payments']);
  // A payment is done only when the bill contains it.
  if (entry.kind === 'pay' && payments.length > 0) return hasAnyKey(payments, bill.payments) ? 'yes' : 'no';
  if (bill.key === entry.billKey) return 'yes';
  return hasAnyKey(keysIn(entry.body['items']), bill.items) ? 'yes' : 'renamed';
}

/** Returns whether a response has the fields of the contract and contains the key of the entry or of its bill. */
export function matchAnswer(entry: OutboxEntry, answer: unknown): Match {
  const key = entry.body['key'];
  switch (entry.kind) {
    case 'shift.create':
      return takenShift(answer)?.key === key && key !== undefined ? 'yes' : 'no';
    case 'shift.cash':
      return takenShift(answer)?.cash.some((event) => event.key === key) ? 'yes' : 'no';
    case 'customer.create':
    case 'order.create':
      return takenRecord(answer)?.key === key && key !== undefined ? 'yes' : 'no';
    default: {
      const bill = takenBill(answer);
      return bill ? matchBill(entry, bill) : 'no';
    }
  }
}
