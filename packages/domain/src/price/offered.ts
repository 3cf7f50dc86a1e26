/** Which menus are offered at a moment: by slot type, hours and publishing dates. Source: R21.28, docs/rules.md#menu-hours. */
import { businessDate } from '../date/business-day.ts';
import type { Availability } from '../menu/availability.ts';
import type { SlotTypeName } from '../outlet/outlet.ts';
import { inWindow, type WindowClock } from './in-window.ts';

/** How much longer a menu's items are ordered again after its hours, when the menu says nothing else. */
export const defaultMenuGraceMinutes = 15;

/** When, and for which slot types, a menu is offered. A field that is absent limits nothing. */
export interface Offering {
  readonly availability?: readonly Availability[] | undefined;
  readonly orderTypes?: readonly SlotTypeName[] | undefined;
  /** Business days 'YYYY-MM-DD', both included. */
  readonly publishFrom?: string | undefined;
  readonly publishTo?: string | undefined;
  /** How many minutes after its hours an item is ordered again; absent: 15. */
  readonly graceMinutes?: number | undefined;
}

export interface OfferMoment extends WindowClock {
  /** Epoch ms. */
  readonly at: number;
  readonly type: SlotTypeName;
  /** The time of grace after the hours counts too, as for an item that is ordered again. */
  readonly withGrace?: boolean;
}

export type NotOffered = 'type' | 'hours' | 'before' | 'after';

/** Returns why a menu is not offered at a moment; undefined when it is. */
export function whyNotOffered(menu: Offering, { at, type, withGrace, ...clock }: OfferMoment): NotOffered | undefined {
  const { availability = [], orderTypes = [], publishFrom, publishTo } = menu;
  if (publishFrom !== undefined || publishTo !== undefined) {
    const day = businessDate(at, clock.timezone, clock.cutoff);
    if (publishFrom !== undefined && day < publishFrom) return 'before';
    if (publishTo !== undefined && day > publishTo) return 'after';
  }
  if (orderTypes.length > 0 && !orderTypes.includes(type)) return 'type';
  const graceMinutes = withGrace ? (menu.graceMinutes ?? defaultMenuGraceMinutes) : 0;
  return inWindow(availability, at, { ...clock, graceMinutes }) ? undefined : 'hours';
}

/** Returns whether a menu is always offered, for every slot type. */
export const isAlwaysOffered = ({ availability, orderTypes, publishFrom, publishTo }: Offering): boolean =>
  !availability?.length && !orderTypes?.length && publishFrom === undefined && publishTo === undefined;
