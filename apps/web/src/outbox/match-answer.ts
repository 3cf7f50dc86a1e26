/** Decides whether an answer belongs to an entry; only then the entry is done. Source: R35.81. */
import { type TakenBill, takenBill, takenRecord, takenShift } from '@atoll/domain/contract/taken';
import type { OutboxEntry } from './entry.ts';

/**
 * `yes`: the answer belongs to the entry. `renamed`: a bill that names neither the entry's bill nor its items or payments; right only if the
 * entry's bill was merged into it. `no`: the answer is something else.
 */
export type Match = 'yes' | 'renamed' | 'no';

interface Keyed {
  readonly key: string;
}

const keysIn = (value: unknown): string[] =>
  Array.isArray(value) ? (value as readonly Keyed[]).map(({ key }) => key.toLowerCase()) : [];

const namesAny = (keys: readonly string[], named: readonly Keyed[]): boolean =>
  named.some(({ key }) => keys.includes(key.toLowerCase()));

function matchBill(entry: OutboxEntry, bill: TakenBill): Match {
  const payments = keysIn(entry.body['payments']);
  // A payment is done only when the bill carries it.
  if (entry.kind === 'pay' && payments.length > 0) return namesAny(payments, bill.payments) ? 'yes' : 'no';
  if (bill.key === entry.billKey) return 'yes';
  return namesAny(keysIn(entry.body['items']), bill.items) ? 'yes' : 'renamed';
}

/** Returns whether an answer parses by the contract and names the entry's bill or key. */
export function matchAnswer(entry: OutboxEntry, answer: unknown): Match {
  const key = entry.body['key'];
  switch (entry.kind) {
    case 'shift.create': {
      const parsed = takenShift.safeParse(answer);
      return parsed.success && parsed.data.key === key ? 'yes' : 'no';
    }
    case 'shift.cash': {
      const parsed = takenShift.safeParse(answer);
      return parsed.success && parsed.data.cash.some((one) => one.key === key) ? 'yes' : 'no';
    }
    case 'customer.create': {
      const parsed = takenRecord.safeParse(answer);
      return parsed.success && parsed.data.key === key ? 'yes' : 'no';
    }
    default: {
      const parsed = takenBill.safeParse(answer);
      return parsed.success ? matchBill(entry, parsed.data) : 'no';
    }
  }
}
