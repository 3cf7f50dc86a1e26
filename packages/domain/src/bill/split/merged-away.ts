/** What a merge says of the bill that went into another. Source: docs/rules.md#merge-bills. */
import type { Bill } from '../bill.ts';

/** Returns why a bill was voided that went into another: it is stored with the bill. */
export const mergedReason = (number: number | null): string => `Merged into bill ${number}`;

/** Returns whether a void bill went into another. */
export const isMergedAway = ({ voidReason }: Partial<Pick<Bill, 'voidReason'>>): boolean =>
  /^Merged into bill \d+$/.test(voidReason ?? '');
