/** Shifts as the API returns them. */
import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import type { ShiftRow } from '../../platform/store/schema/schema.ts';
import { instant } from '../bill/service.ts';
import type { CashRow } from './queries.ts';

/** Returns the shift of a row with its cash events. */
export function presentShift(row: ShiftRow, cash: readonly CashRow[]): Shift {
  return {
    id: row.id,
    key: row.key,
    number: row.number,
    date: row.business_date,
    createdAt: instant(row.created_at),
    createdBy: row.created_by,
    createdByName: row.created_by_name,
    openingBalance: row.opening_balance,
    isOpen: row.is_open,
    status: row.status,
    closedAt: row.closed_at === null ? null : instant(row.closed_at),
    closedByName: row.closed_by_name,
    totals: row.totals,
    cash: cash
      .filter((event) => event.shift_id === row.id)
      .map((event) => ({
        key: event.key,
        kind: event.kind,
        amount: event.amount,
        reason: event.reason,
        type: event.type,
        payee: event.payee,
        at: instant(event.at),
        byName: event.made_by_name,
      })),
    closing: row.closing,
    version: row.version,
  };
}

/** Returns figures without the expected cash, and without the payments from which it follows. Its zero is for tills of earlier releases. */
export const blindTotals = ({ cashRefunds: _, ...totals }: ShiftTotals): ShiftTotals => ({
  ...totals,
  byMethod: [],
  byCurrency: [],
  corrections: [],
  ...(totals.unsetRates && { unsetRates: withoutUnits(totals.unsetRates) }),
  expectedCash: 0,
});

/** Returns the payments with rates that were not set, without what was received. */
export const withoutUnits = (rates: NonNullable<ShiftTotals['unsetRates']>): NonNullable<ShiftTotals['unsetRates']> =>
  rates.map(({ units: _, ...rate }) => rate);

/** Returns a closed shift without what was expected, for a person who counted blind (R35.19). */
export function blindShift(shift: Shift): Shift {
  const { totals, closing } = shift;
  return {
    ...shift,
    isBlind: true,
    totals: totals && blindTotals(totals),
    closing: closing && { ...closing, expected: [], difference: 0 },
  };
}
