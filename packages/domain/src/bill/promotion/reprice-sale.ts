/** Prices a sale of a past day as planned prices, rules, menus or rates would have: the guests buy the same. Source: R21.31, docs/rules.md#dry-run. */
import { allocate } from '../../money/allocate.ts';
import type { WindowClock } from '../../price/in-window.ts';
import { type PriceMoment, type PricesNow, priceBy, pricesAt } from '../../price/line-price.ts';
import type { Promotion } from '../../price/promotion.ts';
import type { DatedPrice, PriceList, PriceRules } from '../../price/rules.ts';
import { type Applied, isLive } from '../applied.ts';
import type { Bill, BillItem } from '../bill.ts';
import { applyTotals } from '../new-bill.ts';
import { isSetHead, partsOfSet, shareOfSet } from '../set-menu/set-menu.ts';
import type { PromotionContext } from './line-off.ts';
import { plannedApplied } from './plan.ts';

/** Rates instead of those of the sale, plain percents. null: as they were. */
export interface PlannedRates {
  /** Of items that have the rate of their bill. */
  readonly gstPct: number | null;
  /** Of bills that have a service charge. */
  readonly serviceChargePct: number | null;
}

/** What is planned. The dates of lists and promotions are left out: they count on the days of the sales. */
export interface PricePlan {
  readonly prices: readonly DatedPrice[];
  readonly lists: readonly PriceList[];
  readonly promotions: readonly Promotion[];
  readonly rates: PlannedRates;
}

/** A plan with what sales depend on besides. */
export interface Replay extends WindowClock {
  readonly plan: PricePlan;
  /** Returns the rules of a version; 0: none. */
  readonly rulesOf: (version: number) => PriceRules;
  /** Returns an item of the menu as it is, and with the planned menus. */
  readonly find: PromotionContext['find'];
  readonly findPlanned: PromotionContext['find'];
  /** Returns the birthday of a sale's customer, null for none, and the promotions for birthdays that it does not get: its customer had them on another one. */
  readonly birthdayOf?: (bill: Bill) => Pick<PromotionContext, 'birthday' | 'usedUp'>;
}

interface Rules {
  readonly before: PriceRules;
  readonly planned: PriceRules;
}

/** Rules with a plan, by the rules: a version counts for many sales. */
const merged = new WeakMap<PricePlan, Map<number, Rules>>();

function rulesWith({ plan, rulesOf }: Replay, version: number): Rules {
  const known = merged.get(plan) ?? new Map<number, Rules>();
  merged.set(plan, known);
  const found = known.get(version);
  if (found) return found;
  // The menu's price of a stored item has the price changes of its day.
  const before = { ...rulesOf(version), changes: [] };
  const made = { before, planned: plannedRules(before, plan) };
  known.set(version, made);
  return made;
}

function withoutDates<Rule extends PriceList | Promotion>(rule: Rule): Rule {
  const { fromDate: _, toDate: __, ...rest } = rule;
  return rest as Rule;
}

function plannedRules(rules: PriceRules, { lists, promotions }: PricePlan): PriceRules {
  const listIds = new Set(lists.map(({ id }) => id));
  const promotionIds = new Set(promotions.map(({ id }) => id));
  return {
    ...rules,
    lists: [...rules.lists.filter(({ id }) => !listIds.has(id)), ...lists.map(withoutDates)],
    promotions: [
      ...(rules.promotions ?? []).filter(({ id }) => !promotionIds.has(id)),
      ...promotions.map(withoutDates),
    ],
  };
}

const versionOf = ({ priceRule, rulesVersion }: BillItem): number => priceRule?.version ?? rulesVersion ?? 0;

/** Returns the greatest version of the rules that a sale knew. */
const versionOfBill = ({ items, applied = [] }: Bill): number =>
  Math.max(0, ...items.map(versionOf), ...applied.map(({ version }) => version));

/** Returns whether the price of an item comes from the menu and the rules: not a fee, a gift card, a part of a set, or an own price. */
const isByMenu = (item: BillItem, { find }: Replay): boolean =>
  item.menuItemId > 0 &&
  !item.card &&
  !item.refunded &&
  item.parentKey === undefined &&
  item.priceReason === undefined &&
  find(item.menuItemId)?.openPrice !== true;

/** The prices that were read last of rules: the items of a sale are mostly tapped within a minute, and no window is shorter. */
const readLast = new WeakMap<PriceRules, { readonly name: string; readonly prices: PricesNow }>();

const minuteMs = 60_000;

function pricesOf(rules: PriceRules, moment: PriceMoment): PricesNow {
  const { at, type, groupId, timezone, cutoff } = moment;
  const name = `${Math.floor(at / minuteMs)} ${type} ${groupId} ${timezone} ${cutoff}`;
  const known = readLast.get(rules);
  if (known?.name === name) return known.prices;
  const prices = pricesAt(rules, moment);
  readLast.set(rules, { name, prices });
  return prices;
}

/** Returns the planned price of an item per unit, with the menu's; undefined when the plan changes nothing of it. */
function plannedPrice(item: BillItem, bill: Bill, replay: Replay) {
  if (!isByMenu(item, replay)) return undefined;
  const { plan, find, findPlanned, timezone, cutoff } = replay;
  const { menuItemId: id, size: value } = item;
  const { before, planned } = rulesWith(replay, versionOf(item));
  const menuPrice = item.listPrice ?? item.setPrice ?? item.sellingPrice;
  const nextPrice = plan.prices.find(({ menuItemId, size }) => menuItemId === id && size === value)?.price ?? menuPrice;
  const moment = {
    at: Date.parse(item.createdAt),
    type: bill.type,
    groupId: bill.customer?.groupId ?? 0,
    timezone,
    cutoff,
  };
  const priced = (rules: PriceRules, sellingPrice: number, categoryIds: readonly number[] = []) =>
    priceBy(pricesOf(rules, moment), { id, categoryIds }, { value, sellingPrice });
  const was = priced(before, menuPrice, find(id)?.categoryIds);
  const next = priced(planned, nextPrice, findPlanned(id)?.categoryIds);
  return next.sellingPrice === was.sellingPrice ? undefined : next;
}

/** Returns the items with their planned prices; the same list when the plan changes none of them. */
function repricedItems(bill: Bill, replay: Replay): readonly BillItem[] {
  const prices = new Map<string, number>();
  const next = new Map<string, BillItem>();
  for (const item of bill.items) {
    const planned = plannedPrice(item, bill, replay);
    if (!planned) continue;
    const { listPrice: _, priceRule: __, ...rest } = item;
    const { listPrice, sellingPrice, rule } = planned;
    const made = isSetHead(item) ? { setPrice: sellingPrice } : { sellingPrice };
    next.set(item.key, { ...rest, ...made, ...(rule && { listPrice, priceRule: rule }) });
    if (isSetHead(item)) for (const [key, price] of partPrices(bill, item.key, sellingPrice)) prices.set(key, price);
  }
  if (next.size === 0) return bill.items;
  return bill.items.map((item) => {
    const sellingPrice = prices.get(item.key);
    return sellingPrice === undefined ? (next.get(item.key) ?? item) : { ...item, sellingPrice };
  });
}

/** Returns the prices of the parts of a set that costs something else: divided as the set was. A part that was swapped away keeps its own. */
function partPrices(bill: Bill, headKey: string, setPrice: number): [string, number][] {
  const parts = partsOfSet(bill.items, headKey).filter(({ isVoid }) => !isVoid);
  const shares = allocate(setPrice, parts.map(shareOfSet));
  return parts.map(({ key, extraPrice = 0 }, place) => [key, (shares[place] as number) + extraPrice]);
}

function ratedItems(items: readonly BillItem[], { gstPct: rate }: Bill, { gstPct }: PlannedRates): readonly BillItem[] {
  if (gstPct === null || gstPct === rate) return items;
  const isOfBill = (item: BillItem): boolean => item.gstPct === rate && item.gstMode !== 'Exempt' && !item.refunded;
  return items.some(isOfBill) ? items.map((item) => (isOfBill(item) ? { ...item, gstPct } : item)) : items;
}

/** Returns the promotions of a sale, planned from the beginning. Those that its rules do not know stay, and all where the bill was divided. */
function replan(bill: Bill, rules: PriceRules, replay: Replay, find: PromotionContext['find']) {
  const { applied = [], items } = bill;
  const keys = new Set(items.map(({ key }) => key));
  const known = new Set((rules.promotions ?? []).map(({ id }) => id));
  const isDivided = applied.some(
    (one) => one.endReason === 'Split' || (isLive(one) && one.parts?.some(({ itemKey }) => !keys.has(itemKey))),
  );
  const kept = isDivided ? applied : applied.filter((one) => isLive(one) && !known.has(one.promotionId));
  const at = Date.parse(bill.completedAt ?? bill.modifiedAt);
  const { timezone, cutoff } = replay;
  const context = { at, timezone, cutoff, find, ...replay.birthdayOf?.(bill) };
  return plannedApplied({ ...bill, applied: kept }, rules, context, { isKeyed: false }) ?? kept;
}

const contentOf = (applied: readonly Applied[] | undefined): string =>
  JSON.stringify((applied ?? []).filter(isLive).map(({ promotionId, parts, terms }) => [promotionId, parts, terms]));

function promotionsOf(bill: Bill, items: readonly BillItem[], replay: Replay): readonly Applied[] | undefined {
  const { before, planned } = rulesWith(replay, versionOfBill(bill));
  const hasAny = (bill.applied ?? []).length > 0 || (planned.promotions ?? []).length > 0;
  const isPlanned = replay.plan.promotions.length > 0 || replay.find !== replay.findPlanned || items !== bill.items;
  if (!hasAny || !isPlanned || bill.refundOfId !== null) return bill.applied;
  const next = replan({ ...bill, items }, planned, replay, replay.findPlanned);
  const content = contentOf(next);
  // Most sales keep what they have: what their own rules would give them is not asked for.
  if (content === contentOf(bill.applied)) return bill.applied;
  return content === contentOf(replan(bill, before, replay, replay.find)) ? bill.applied : next;
}

/**
 * Returns a sale as the plan would have priced it, with its totals: its items, quantities, options, discounts and own prices stay. The bill itself when
 * the plan changes nothing of it, so that without a plan each sale is as it was, to the laari.
 */
export function repriceSale(bill: Bill, replay: Replay): Bill {
  const { rates } = replay.plan;
  const items = repricedItems(bill, replay);
  const applied = promotionsOf(bill, items, replay);
  const rated = ratedItems(items, bill, rates);
  const isCharged = rates.serviceChargePct !== null && bill.serviceChargePct > 0;
  const serviceChargePct = isCharged ? (rates.serviceChargePct ?? 0) : bill.serviceChargePct;
  if (rated === bill.items && applied === bill.applied && serviceChargePct === bill.serviceChargePct) return bill;
  return applyTotals({ ...bill, items: rated, ...(applied && { applied }), serviceChargePct });
}
