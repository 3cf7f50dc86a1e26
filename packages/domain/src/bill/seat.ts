/** Seats of a table: who ordered an item. Source: R23.9, docs/rules.md#seats. */
import type { Bill, BillItem } from './bill.ts';

export const maxSeat = 99;

/** Returns the seat of an item; 0 for what the table shares. */
export const seatOf = ({ seat = 0 }: Pick<BillItem, 'seat'>): number => seat;

/** Returns the seats that have items, lowest first, without what is shared. */
export const seatsOf = (bill: Pick<Bill, 'items'>): readonly number[] =>
  [...new Set(bill.items.flatMap((item) => (item.isVoid || seatOf(item) === 0 ? [] : [seatOf(item)])))].sort(
    (a, b) => a - b,
  );
