/** Whether a menu offered an item when it was tapped. Source: R21.28, docs/rules.md#menu-hours. */
import { isAlwaysOffered, type Offering, type OfferMoment, whyNotOffered } from '@atoll/domain/price/offered';
import { deviceTime } from './device-time.ts';

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

/** Returns when an item was tapped, epoch ms, as its till says: not before the bill was opened, and not in the future. A line keeps the price of its tap (R21.4). */
export function tappedAt(createdAt: string | undefined, bill: { readonly createdAt: string }, now: number): number {
  return Math.max(deviceTime(createdAt, now), Math.min(now, Date.parse(bill.createdAt)));
}
