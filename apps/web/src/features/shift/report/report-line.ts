import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { formatAmount, laari } from '@atoll/domain/money/money';

/** A line of an X or Z report, the same on screen and paper. */
export interface ReportLine {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: boolean;
}

/** What an X or Z report is about. */
export interface ReportSubject {
  readonly shift: Shift;
  readonly totals: ShiftTotals;
  readonly timezone: string;
  /** The expected cash is hidden from who reads it (R35.19): so is all from which it follows. */
  readonly isBlind: boolean;
}

/** Returns a line with a text or a number. */
export const line = (label: string, value: string | number, isStrong = false): ReportLine => ({
  label,
  value: String(value),
  ...(isStrong ? { isStrong } : {}),
});

/** Returns a line with an amount in laari. */
export const amount = (label: string, value: number, isStrong = false): ReportLine =>
  line(label, formatAmount(laari(value)), isStrong);
