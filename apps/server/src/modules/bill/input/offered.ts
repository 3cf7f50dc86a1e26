/** Whether a menu offered an item when it was tapped. Source: R21.28, docs/rules.md#menu-hours. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isAlwaysOffered, type Offering, type OfferMoment, whyNotOffered } from '@atoll/domain/price/offered';
import { deviceTime } from './device-time.ts';
import { type DeviceTimes, lateMs } from './late.ts';

/** A published menu as far as it decides what is offered. */
export interface OfferedMenu extends Offering {
  readonly categoryIds: readonly number[];
}

/** Returns the categories that published menus list: tills know no others. */
export const listedIn = (categoryIds: readonly number[], menus: readonly OfferedMenu[]): readonly number[] =>
  categoryIds.filter((id) => menus.some((menu) => menu.categoryIds.includes(id)));

/**
 * Returns whether a menu offers an item of these categories at a moment, its time of grace included. An item of no published menu counts as offered: it
 * was removed since, and the till could not know.
 */
export function isOffered(
  categoryIds: readonly number[],
  menus: readonly OfferedMenu[],
  moment: Omit<OfferMoment, 'withGrace'>,
): boolean {
  if (menus.every(isAlwaysOffered)) return true;
  const own = menus.filter((menu) => menu.categoryIds.some((id) => categoryIds.includes(id)));
  return own.length === 0 || own.some((menu) => whyNotOffered(menu, { ...moment, withGrace: true }) === undefined);
}

/** The longest time that a connected till keeps an item unsaved and is believed when it was tapped. */
const maxUnsavedMs = 2 * 3_600_000;

/** Reads when something was tapped, epoch ms, as its till says. */
export type ReadTap = (text: string | undefined) => number;

interface Tapping {
  readonly userId: number;
  readonly isLate: DeviceTimes['isLate'];
  /** Server time, epoch ms. */
  readonly now: number;
}

/**
 * Returns the reader of taps on a bill. A line keeps the price of its tap (R21.4), as far as the server can know it: not before the bill was opened and
 * not in the future. A till that was there saves at most two hours later, and with each save all that its person tapped before; a tap that it names
 * otherwise counts as now.
 */
export function tapTimes({ createdAt, items }: Pick<Bill, 'createdAt' | 'items'>, tapping: Tapping): ReadTap {
  const { userId, isLate, now } = tapping;
  const opened = Math.min(now, Date.parse(createdAt));
  // What was approved is saved alone.
  const saved = items.filter((item) => item.createdBy === userId && item.approvalKey === null);
  const since = Math.max(now - maxUnsavedMs, ...saved.map((item) => Date.parse(item.createdAt) - lateMs));
  return (text) => {
    const at = Math.max(deviceTime(text, now), opened);
    return at >= since || isLate(text) ? at : now;
  };
}
