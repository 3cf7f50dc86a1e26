import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { seatParts } from '@atoll/domain/bill/split/seat-parts';
import { type SplitPart, splitBill } from '@atoll/domain/bill/split/split';
import { equalParts, partsOfAmount } from '@atoll/domain/bill/split/split-parts';
import { inState } from '@atoll/domain/bill/states';
import type { SplitChoice } from '../../../bills/floor.ts';

export type SplitMethod = 'lines' | 'seats' | 'equal' | 'amount';

/** What is entered for each method of splitting. */
export interface SplitValues {
  /** Quantity of each item that moves to the new check, by item key. */
  readonly movedQty: Readonly<Record<string, number>>;
  /** Number of checks of an equal split. */
  readonly checks: number;
  /** The seats of each check. */
  readonly groups: readonly (readonly number[])[];
  /** Laari. */
  readonly amount: number | null;
}

/** Returns the split that was entered, or null while nothing would move. */
export function choiceOf(method: SplitMethod, { movedQty, checks, groups, amount }: SplitValues): SplitChoice | null {
  if (method === 'equal') return { parts: checks };
  if (method === 'seats') return groups.length > 1 ? { seats: groups } : null;
  if (method === 'amount') return amount ? { amount } : null;
  const items = Object.entries(movedQty).flatMap(([key, qty]) => (qty > 0 ? [{ key, qty }] : []));
  return items.length > 0 ? { items } : null;
}

/** Returns the parts of each new check, or null. */
function partsOf(
  bill: Bill,
  choice: Exclude<SplitChoice, { parts: number }>,
): readonly (readonly SplitPart[])[] | null {
  if ('items' in choice) return [choice.items];
  if ('seats' in choice) {
    const parts = seatParts(bill, choice.seats);
    return parts.ok ? parts.value : null;
  }
  const some = partsOfAmount(bill, choice.amount);
  return some.ok ? [some.value] : null;
}

/** Returns the totals that the bill and the new checks would have, or null. */
export function sumsOf(bill: Bill, choice: SplitChoice): readonly number[] | null {
  if ('parts' in choice) {
    const equal = equalParts(bill, choice.parts);
    return equal.ok ? [bill.total] : null;
  }
  const checks = partsOf(bill, choice);
  if (!checks) return null;
  const { type, slot, createdAt, serviceChargePct, gstPct, gstMode, gstOnServiceCharge } = bill;
  const terms = { serviceChargePct, gstPct, gstMode, gstOnServiceCharge };
  const check = inState(emptyBill({ key: 'check', type, slot, terms, now: createdAt, user: null }), 'CheckedIn');
  const made = splitBill(
    bill,
    checks.map((parts) => ({ bill: check, parts })),
    { now: createdAt, userId: null, newKey: (key, part) => `${key} ${part}` },
  );
  return made.ok ? [made.value.from.total, ...made.value.targets.map((one) => one.total)] : null;
}
