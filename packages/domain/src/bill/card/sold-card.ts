/** Gift cards and deposits as lines of a bill. Source: R22.2, R22.14, docs/rules.md#wallets. */
import type { Bill, BillItem } from '../bill.ts';

/** Returns whether a line sells a gift card or takes a deposit, which is not revenue. */
export const isCardLine = ({ card }: Pick<BillItem, 'card'>): boolean => card !== undefined;

/** Returns the gift cards that a bill sells, and the deposits that it takes. */
export const soldCards = ({ items }: Pick<Bill, 'items'>): readonly BillItem[] =>
  items.filter((item) => item.card !== undefined && !item.isVoid);

/** Returns the deposits that a bill takes, laari: a part of its `cardsSold`. */
export const depositsOf = (bill: Pick<Bill, 'items'>): number =>
  soldCards(bill).reduce((sum, { card, sellingPrice }) => sum + (card?.kind === 'Deposit' ? sellingPrice : 0), 0);

/** Returns what is to pay for a bill, laari: its total, the gift cards that it sells and the deposits that it takes. Without rounding and tip. */
export const toPay = ({ total, cardsSold = 0 }: Pick<Bill, 'total' | 'cardsSold'>): number => total + cardsSold;
