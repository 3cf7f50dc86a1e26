/** Gift cards as lines of a bill. Source: R22.2, docs/rules.md#wallets. */
import type { Bill, BillItem } from '../bill.ts';

/** Returns whether a line sells a gift card, which is not revenue. */
export const isCardLine = ({ card }: Pick<BillItem, 'card'>): boolean => card !== undefined;

/** Returns the gift cards that a bill sells. */
export const soldCards = ({ items }: Pick<Bill, 'items'>): readonly BillItem[] =>
  items.filter((item) => item.card !== undefined && !item.isVoid);

/** Returns what is to pay for a bill, laari: its total and the gift cards that it sells. Without rounding and tip. */
export const toPay = ({ total, cardsSold = 0 }: Pick<Bill, 'total' | 'cardsSold'>): number => total + cardsSold;
