import type { Bill } from '@atoll/domain/bill/bill';
import { deviceNumberIn } from '@atoll/domain/bill/device-number';

/** Returns the number to print: the outlet's, followed by the device number of earlier prints (docs/rules.md#provisional-receipts). */
export function numberOnPaper(bill: Bill): number | string | null {
  const given = deviceNumberIn(bill);
  if (bill.number === null || given === null) return bill.number ?? given;
  return `${bill.number} (${given})`;
}
