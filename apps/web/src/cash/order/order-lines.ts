import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { lineAmount } from '@atoll/domain/bill/totals';
import type { OrderDetails } from '@atoll/domain/contract/bill/order';

/** Returns the lines of a bill that is kept for later, as its order has them. */
export const orderLines = (bill: Bill): OrderDetails['lines'] =>
  liveItems(bill)
    .filter(({ parentKey }) => !parentKey)
    .map((item) => ({ name: item.name, size: item.size, qty: item.qty, amount: lineAmount(item) }));
