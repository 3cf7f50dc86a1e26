/** How often this device printed the receipt of a bill: the first is the original, the rest are copies. */
import type { Bill } from '@atoll/domain/bill/bill';

const receiptsKey = 'atoll.receipts';
const kept = 200;

type Count = readonly [billKey: string, printed: number];

const read = (): readonly Count[] => JSON.parse(localStorage.getItem(receiptsKey) ?? '[]') as Count[];

function write(billKey: string, printed: number): void {
  const others = read().filter(([key]) => key !== billKey);
  localStorage.setItem(receiptsKey, JSON.stringify([...others, [billKey, printed] satisfies Count].slice(-kept)));
}

/** Returns the key that counts the prints of a paid bill: a tax invoice that was issued later is an original of its own. */
export const receiptKey = ({ key, taxInvoice }: Pick<Bill, 'key' | 'taxInvoice'>): string =>
  taxInvoice?.isReissue ? `${key} tax invoice` : key;

/** Records that this device took the payment: it prints the original receipt. */
export const paidHere = (billKey: string): void => write(billKey, 0);

/** Returns whether this device took the payment, or printed the receipt. */
export const wasPaidHere = (billKey: string): boolean => read().some(([key]) => key === billKey);

/** Returns 0 while the original is not printed; else the number of the next copy. A bill paid elsewhere always gets copies. */
export const copiesPrinted = (billKey: string): number => read().find(([key]) => key === billKey)?.[1] ?? 1;

export const countReceipt = (billKey: string): void => write(billKey, copiesPrinted(billKey) + 1);
