/** Why a price list or a promotion does not count for a basket. Source: R21.30, docs/rules.md#price-test. */
import { birthdayNear } from '../../date/birthday.ts';
import { businessDate, minutesOf, wallClock } from '../../date/business-day.ts';
import { availabilityDays } from '../../menu/availability.ts';
import { inWindow, weekdayOf } from '../../price/in-window.ts';
import type { PriceMoment } from '../../price/line-price.ts';
import type { PriceTimes } from '../../price/price-times.ts';
import type { Promotion } from '../../price/promotion.ts';
import type { PriceList, PriceRules } from '../../price/rules.ts';
import { isLive } from '../applied.ts';
import type { Bill } from '../bill.ts';
import { promotionItems } from '../set-menu/set-menu.ts';
import { hasCoupon } from './coupon.ts';

/**
 * Why a rule does not count. `begins`, `ended`: at a time of its day, `at` 'HH:MM'. `day`: not on this weekday. `from`, `until`: a date. `items`: the
 * basket has nothing of it, or not enough. `coupon`, `reward`: nobody used a code of it, or chose it for points. `birthday`, `used`: the guest has no birthday near, or had it this year. `spend`: from an amount, laari. `better`: others take off more, or leave nothing to take off.
 */
export type NotAppliedReason =
  | { readonly why: 'begins' | 'ended'; readonly at: string }
  | { readonly why: 'from' | 'until'; readonly date: string }
  | { readonly why: 'spend'; readonly amount: number }
  | {
      readonly why:
        | 'day'
        | 'type'
        | 'group'
        | 'customer'
        | 'coupon'
        | 'reward'
        | 'birthday'
        | 'used'
        | 'items'
        | 'better';
    };

export interface NotApplied {
  readonly kind: 'List' | 'Promotion';
  readonly id: number;
  readonly name: string;
  readonly reason: NotAppliedReason;
}

/** Returns why a rule does not count at a moment; undefined when it does. */
export function whyNotNow(rule: PriceTimes, moment: PriceMoment): NotAppliedReason | undefined {
  const { orderTypes = [], groupIds = [], availability = [], fromDate, toDate, graceMinutes = 0 } = rule;
  const { at, type, groupId, timezone, cutoff } = moment;
  const day = businessDate(at, timezone, cutoff);
  if (fromDate !== undefined && day < fromDate) return { why: 'from', date: fromDate };
  if (toDate !== undefined && day > toDate) return { why: 'until', date: toDate };
  if (orderTypes.length > 0 && !orderTypes.includes(type)) return { why: 'type' };
  if (groupIds.length > 0 && !groupIds.includes(groupId)) return { why: 'group' };
  if (inWindow(availability, at, { timezone, cutoff, graceMinutes })) return undefined;
  const weekday = availabilityDays[weekdayOf(day) + 1];
  const today = availability.filter((one) => one.day === 'Every day' || one.day === weekday);
  if (today.length === 0) return { why: 'day' };
  const { hour, minute } = wallClock(at, timezone);
  const since = (time: number): number => (time - minutesOf(cutoff) + 1440) % 1440;
  const now = since(hour * 60 + minute);
  const later = today
    .map(({ from }) => from)
    .filter((from) => since(minutesOf(from)) > now)
    .toSorted((a, b) => since(minutesOf(a)) - since(minutesOf(b)));
  if (later[0] !== undefined) return { why: 'begins', at: later[0] };
  const ended = today.map(({ to }) => to).toSorted((a, b) => since(minutesOf(b)) - since(minutesOf(a)));
  return { why: 'ended', at: ended[0] ?? '' };
}

interface Basket {
  readonly bill: Bill;
  readonly moment: PriceMoment;
  /** The categories of an item of the menu. */
  readonly categoriesOf: (menuItemId: number) => readonly number[];
}

function listReason({ prices }: PriceList, { bill, categoriesOf }: Basket): NotAppliedReason {
  const isHere = bill.items.some(({ menuItemId, size }) =>
    prices.some(
      (row) =>
        (!row.size || row.size === size) &&
        (row.menuItemId ? row.menuItemId === menuItemId : categoriesOf(menuItemId).includes(row.categoryId ?? 0)),
    ),
  );
  return { why: isHere ? 'better' : 'items' };
}

/** Returns why a promotion for birthdays does not count for a guest at a moment; undefined when that is no reason. */
function birthdayReason({ id }: Promotion, { customer }: Bill, moment: PriceMoment): NotAppliedReason | undefined {
  const { at, timezone, cutoff } = moment;
  if (customer === null) return { why: 'customer' };
  if (!birthdayNear(customer.birthday?.day, businessDate(at, timezone, cutoff))) return { why: 'birthday' };
  return customer.birthday?.used.includes(id) ? { why: 'used' } : undefined;
}

function promotionReason(rule: Promotion, { bill, moment, categoriesOf }: Basket): NotAppliedReason {
  const { trigger } = rule;
  const notTheirs = trigger === 'Birthday' ? birthdayReason(rule, bill, moment) : undefined;
  if (notTheirs) return notTheirs;
  if (trigger && trigger !== 'Birthday' && !hasCoupon(bill.coupons, rule.id))
    return { why: trigger === 'Coupon' ? 'coupon' : 'reward' };
  if (rule.maxPerCustomer && bill.customer === null) return { why: 'customer' };
  const gross = bill.subTotal + (bill.promotion ?? 0);
  if (rule.type === 'BillOff' && rule.minSpend && gross < rule.minSpend) return { why: 'spend', amount: rule.minSpend };
  const { exceptItemIds = [], itemIds, categoryIds, getItemIds, getCategoryIds, buyQty = 0, getQty = 0 } = rule;
  const countOf = (ids: readonly number[] = [], ofCategories: readonly number[] = []): number =>
    bill.items
      .filter(
        ({ menuItemId }) =>
          !exceptItemIds.includes(menuItemId) &&
          (ids.length + ofCategories.length === 0 ||
            ids.includes(menuItemId) ||
            categoriesOf(menuItemId).some((id) => ofCategories.includes(id))),
      )
      .reduce((sum, { qty }) => sum + qty, 0);
  const count = countOf(itemIds, categoryIds);
  const hasOther = getItemIds !== undefined || getCategoryIds !== undefined;
  const isShort = {
    BuyGet: hasOther ? count < buyQty || countOf(getItemIds, getCategoryIds) < getQty : count < buyQty + getQty,
    Bundle: isPartMissing(rule, bill, categoriesOf),
    PercentOff: count === 0,
    AmountOff: count === 0,
    BillOff: count === 0,
  };
  return { why: isShort[rule.type] ? 'items' : 'better' };
}

const isPartMissing = ({ parts = [] }: Promotion, { items }: Bill, categoriesOf: Basket['categoriesOf']): boolean =>
  parts.some(({ menuItemId, categoryId = 0, qty }) => {
    const own = items.filter((item) =>
      menuItemId ? item.menuItemId === menuItemId : categoriesOf(item.menuItemId).includes(categoryId),
    );
    return own.reduce((sum, item) => sum + item.qty, 0) < qty;
  });

/** Returns the price lists and promotions that gave this basket nothing, each with the reason. A set menu is one item: its parts have no prices of their own. */
export function notApplied({ lists, promotions = [] }: PriceRules, asked: Basket): readonly NotApplied[] {
  const { moment } = asked;
  const bill = { ...asked.bill, items: promotionItems(asked.bill.items) };
  const basket = { ...asked, bill };
  const used = new Set(bill.items.flatMap(({ priceRule }) => priceRule?.words.split('; ') ?? []));
  const live = new Set((bill.applied ?? []).filter(isLive).map(({ promotionId }) => promotionId));
  return [
    ...lists
      .filter(({ name }) => ![...used].some((words) => words.startsWith(`${name}, `)))
      .map((list) => ({
        kind: 'List' as const,
        id: list.id,
        name: list.name,
        reason: whyNotNow(list, moment) ?? listReason(list, basket),
      })),
    ...promotions
      .filter(({ id }) => !live.has(id))
      .map((rule) => ({
        kind: 'Promotion' as const,
        id: rule.id,
        name: rule.name,
        reason: whyNotNow(rule, moment) ?? promotionReason(rule, basket),
      })),
  ];
}
