/** The number that a till gave a bill while the server was away. Source: docs/rules.md#provisional-receipts. */
import type { Bill } from './bill.ts';

/** Field of `meta` with that number. */
export const deviceNumberKey = 'deviceNumber';

/** Returns the number that a till gave a bill; null when none did. */
export const deviceNumberIn = ({ meta }: Pick<Bill, 'meta'>): string | null =>
  meta.find(({ key }) => key === deviceNumberKey)?.value ?? null;
