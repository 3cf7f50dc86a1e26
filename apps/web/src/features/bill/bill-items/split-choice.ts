import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { splitBill } from '@atoll/domain/bill/split/split';
import { equalParts, partsOfAmount } from '@atoll/domain/bill/split/split-parts';
import { inState } from '@atoll/domain/bill/states';
import type { SplitChoice } from '../../../bills/floor.ts';

export type SplitMethod = 'lines' | 'equal' | 'amount';

/** What is entered for each method of splitting. */
export interface SplitValues {
  /** Quantity of each item that moves to the new check, by item key. */
  readonly movedQty: Readonly<Record<string, number>>;
  /** Number of checks of an equal split. */
  readonly checks: number;
  /** Laari. */
  readonly amount: number | null;
}

/** Returns the split that was entered, or null while nothing would move. */
export function choiceOf(method: SplitMethod, { movedQty, checks, amount }: SplitValues): SplitChoice | null {
  if (method === 'equal') return { parts: checks };
  if (method === 'amount') return amount ? { amount } : null;
  const items = Object.entries(movedQty).flatMap(([key, qty]) => (qty > 0 ? [{ key, qty }] : []));
  return items.length > 0 ? { items } : null;
}

/** Returns the totals that the bill and the new check would have, or null. */
export function sumsOf(bill: Bill, choice: SplitChoice): readonly number[] | null {
  if ('parts' in choice) {
    const equal = equalParts(bill, choice.parts);
    return equal.ok ? [bill.total] : null;
  }
  const parts = 'items' in choice ? choice.items : partsOfAmount(bill, choice.amount);
  if ('ok' in parts && !parts.ok) return null;
  const { type, slot, createdAt, serviceChargePct, gstPct, gstMode, gstOnServiceCharge } = bill;
  const terms = { serviceChargePct, gstPct, gstMode, gstOnServiceCharge };
  const check = inState(emptyBill({ key: 'check', type, slot, terms, now: createdAt, user: null }), 'CheckedIn');
  const made = splitBill(bill, [{ bill: check, parts: 'ok' in parts ? parts.value : parts }], {
    now: createdAt,
    userId: null,
    newKey: (key, part) => `${key} ${part}`,
  });
  return made.ok ? [made.value.from.total, ...made.value.targets.map((one) => one.total)] : null;
}
