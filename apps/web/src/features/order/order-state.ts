/** What the screens of orders say of one. */
import { isOverdue } from '@atoll/domain/bill/advance/order';
import type { Order } from '@atoll/domain/contract/bill/order';
import { addDays, wallClock } from '@atoll/domain/date/business-day';
import { tillNow } from '../../clock/till-clock.ts';

export const ordersPath = '/wallets/orders';

/** Returns the day before this one, by the till's clock. */
export const yesterdayIn = (timezone: string): string => addDays(wallClock(tillNow(), timezone).date, -1);

/** Returns whether an order is late by the till's clock. */
export const isLate = (order: Order, timezone: string): boolean =>
  isOverdue(order, { now: tillNow(), yesterday: yesterdayIn(timezone) });

/** Returns what is left to pay of an open order, laari; null for one that is collected or cancelled. */
export const restOf = ({ status, total, paid }: Pick<Order, 'status' | 'total' | 'paid'>): number | null =>
  status === 'Open' ? total - paid : null;
