/** What the menus offer at a moment for a slot type, and why something is not offered. Source: R21.28, docs/rules.md#menu-hours. */

import { businessDate } from '@atoll/domain/date/business-day';
import { availabilityDays } from '@atoll/domain/menu/availability';
import type { Menu, MenuCategory } from '@atoll/domain/menu/menu';
import { defaultBusinessDayCutoff, defaultTimezone } from '@atoll/domain/outlet/defaults';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { weekdayOf } from '@atoll/domain/price/in-window';
import { isAlwaysOffered, type OfferMoment, whyNotOffered } from '@atoll/domain/price/offered';
import { tillNow } from '../../../clock/till-clock.ts';
import { recordDate } from '../../../locale/instant.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { labelText } from '../../../locale/label.ts';
import { t } from '../../../locale/locale.ts';
import { useApp } from '../../../sync/app-store.ts';

export interface Offer {
  /** The categories of the offered menus, each once. */
  readonly categories: readonly MenuCategory[];
  /** Returns when an item is offered, in words; undefined for one that is offered. */
  readonly hoursOf: (itemId: number) => string | undefined;
}

interface KnownOffer extends Offer {
  /** Which menus are offered. */
  readonly ids: string;
}

/** The last offer of the menus, for each slot type: the same object as long as the same menus are offered. */
const known = new WeakMap<readonly Menu[], Map<string, KnownOffer>>();

const momentOf = (type: SlotTypeName, at: number): OfferMoment => {
  const { outlet } = useApp.getState();
  const { timezone = defaultTimezone, businessDayCutoff: cutoff = defaultBusinessDayCutoff } = outlet ?? {};
  return { at, type, timezone, cutoff };
};

/** Returns what the menus offer for a slot type at an instant (epoch ms). */
export function offerAt(menus: readonly Menu[], type: SlotTypeName, at: number): Offer {
  return offerOf(menus, momentOf(type, at));
}

/** Returns when an item is offered, in words, if no menu offers it now, nor did a few minutes ago; undefined otherwise. */
export function hoursIfNotOffered(itemId: number, type: SlotTypeName): string | undefined {
  return offerOf(useApp.getState().menus, { ...momentOf(type, tillNow()), withGrace: true }).hoursOf(itemId);
}

function offerOf(menus: readonly Menu[], moment: OfferMoment): Offer {
  const offers = known.get(menus) ?? new Map<string, KnownOffer>();
  known.set(menus, offers);
  const offered = menus.filter((menu) => isAlwaysOffered(menu) || whyNotOffered(menu, moment) === undefined);
  const name = `${moment.type} ${moment.withGrace ?? false}`;
  const ids = offered.map(({ id }) => id).join();
  const last = offers.get(name);
  if (last?.ids === ids) return last;
  const made = { ...makeOffer(menus, offered, moment), ids };
  offers.set(name, made);
  return made;
}

function makeOffer(menus: readonly Menu[], offered: readonly Menu[], moment: OfferMoment): Offer {
  const categories = [...new Map(offered.flatMap((menu) => menu.categories).map((each) => [each.id, each])).values()];
  if (offered.length === menus.length) return { categories, hoursOf: () => undefined };
  let others: ReadonlyMap<number, Menu> | undefined;
  return {
    categories,
    hoursOf: (itemId) => {
      others ??= itemsOfOthers(menus, offered, categories);
      const menu = others.get(itemId);
      return menu && hoursText(menu, moment);
    },
  };
}

/** Returns the items that no offered menu lists, with the first menu that does. */
function itemsOfOthers(
  menus: readonly Menu[],
  offered: readonly Menu[],
  categories: readonly MenuCategory[],
): ReadonlyMap<number, Menu> {
  const offeredItems = new Set(categories.flatMap(({ menuItems }) => menuItems.map(({ id }) => id)));
  const others = new Map<number, Menu>();
  for (const menu of menus) {
    if (offered.includes(menu)) continue;
    for (const { menuItems } of menu.categories)
      for (const { id } of menuItems) if (!offeredItems.has(id) && !others.has(id)) others.set(id, menu);
  }
  return others;
}

/** Returns when a menu is offered, in words: of its dates, slot types and hours the first that excludes the moment. On a day with hours these alone. */
function hoursText(menu: Menu, moment: OfferMoment): string {
  const { availability = [], orderTypes = [], publishFrom = '', publishTo = '' } = menu;
  switch (whyNotOffered(menu, moment)) {
    case 'before':
      return t('bill.offeredFrom', { date: recordDate(publishFrom) });
    case 'after':
      return t('bill.offeredUntil', { date: recordDate(publishTo) });
    case 'type':
      return t('bill.offeredFor', { types: orderTypes.map((type) => t(`bill.types.${type}`)).join(', ') });
    default: {
      const today = availabilityDays[weekdayOf(businessDate(moment.at, moment.timezone, moment.cutoff)) + 1];
      const ofToday = availability.filter(({ day }) => day === 'Every day' || day === today);
      const hours = (ofToday.length > 0 ? ofToday : availability).map(({ day, from, to }) =>
        ofToday.length > 0 ? `${from}–${to}` : `${labelText(day)} ${from}–${to}`,
      );
      return t('bill.offered', { hours: joinedList([...new Set(hours)]) });
    }
  }
}
