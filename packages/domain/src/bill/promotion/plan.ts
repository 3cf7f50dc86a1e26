/** Plans the promotions of a bill: those that it has stay, and what is free of them gets the plan with the lowest total. Source: R21.6–R21.12, docs/rules.md#promotions. */
import { customerDiscountId, customerDiscountName, type Promotion } from '../../price/promotion.ts';
import type { PriceRules } from '../../price/rules.ts';
import { type Applied, type AppliedPart, type AppliedTerms, byOrder, isLive } from '../applied.ts';
import type { Bill, BillItem } from '../bill.ts';
import { derivedKey } from '../derived-key.ts';
import { applyTotals } from '../new-bill.ts';
import { promotionItems } from '../set-menu/set-menu.ts';
import { billTotals } from '../totals.ts';
import { hasCoupon } from './coupon.ts';
import { endedForGroup } from './decline.ts';
import {
  birthdayOf,
  countsAt,
  isFor,
  type Ledger,
  ledgerOf,
  lineOff,
  type PromotionContext,
  roomOf,
} from './line-off.ts';
import { countedOfItems } from './off.ts';
import { nextSet, unitsFor } from './set-off.ts';

/** How many sets are tried in each order: on a bill with at most `manyItems` items, and on a longer one. */
const maxSets = { short: 4, long: 2 };
const manyItems = 60;

const isSet = ({ type }: Promotion): boolean => type === 'BuyGet' || type === 'Bundle';
const isLineOff = ({ type }: Promotion): boolean => type === 'PercentOff' || type === 'AmountOff';
const byPriority = (a: Promotion, b: Promotion): number => b.priority - a.priority || a.id - b.id;

/** An application before its key is known. */
interface Planned {
  readonly rule: Promotion;
  readonly parts?: readonly AppliedPart[];
  readonly terms?: AppliedTerms;
}

/** Returns what a promotion of the bill takes off. */
export function termsOf({ percent, amount, minSpend, groupIds, combines, customerId }: Promotion): AppliedTerms {
  return {
    ...(percent === undefined ? { amount: amount ?? 0 } : { percent }),
    ...(minSpend && { minSpend }),
    ...(combines === 'Stacks' && { isStacked: true }),
    ...(groupIds && { groupIds }),
    ...(customerId !== undefined && { customerId }),
  };
}

/** Returns whether a bill has what makes a promotion count. Which promotions for their birthday a customer had, a till knows from the bill, the server itself. */
function isTriggered({ id, trigger }: Promotion, { customer, coupons }: PromotedBill, usedUp: boolean): boolean {
  if (trigger === 'Birthday') return usedUp || !customer?.birthday?.used.includes(id);
  return trigger === undefined || hasCoupon(coupons, id);
}

type PromotedBill = Pick<Bill, 'customer' | 'coupons'>;

/** Returns whether the limits of bills allow a promotion on a bill (R21.20). One that is counted by customer needs one. */
export const isWithinLimits = (rule: Promotion, bill: PromotedBill, { usedUp }: PromotionContext): boolean =>
  !usedUp?.has(rule.id) &&
  (!rule.maxPerCustomer || bill.customer !== null) &&
  isTriggered(rule, bill, usedUp !== undefined);

/** Returns promotions with those for a birthday as of the bill's customer; without them where none is near. */
function withBirthday(
  promotions: readonly Promotion[],
  bill: Pick<Bill, 'customer'>,
  context: Pick<PromotionContext, 'birthday'>,
): readonly Promotion[] {
  if (!promotions.some(({ trigger }) => trigger === 'Birthday')) return promotions;
  const id = birthdayOf(bill, context) ? bill.customer?.id : null;
  return promotions.flatMap((rule) => {
    if (rule.trigger !== 'Birthday') return [rule];
    return id ? [{ ...rule, customerId: id }] : [];
  });
}

/** Returns the promotions of the rules for a bill, with the discount of its customer as one of them (R21.18). */
export function promotionsFor(
  { promotions: all = [] }: Pick<PriceRules, 'promotions'>,
  bill: Pick<Bill, 'customer'>,
  context: Pick<PromotionContext, 'birthday'>,
): readonly Promotion[] {
  const promotions = withBirthday(all, bill, context);
  const { id = null, discountPct: percent = 0 } = bill.customer ?? {};
  if (id === null || percent <= 0) return promotions;
  const about = { id: customerDiscountId, name: customerDiscountName, priority: 0, customerId: id, percent };
  return [...promotions, { ...about, type: 'BillOff', combines: 'OnePerUnit' }];
}

/** What all bills ask of promotions, found once. */
interface PromotionOrder {
  /** Those that go on top of others: they leave the units of an item free. */
  readonly stacked: ReadonlySet<number>;
  /** Those that go with no other. */
  readonly alone: ReadonlySet<number>;
  readonly byPriority: readonly Promotion[];
}
const orderOf = new WeakMap<readonly Promotion[], PromotionOrder>();
const noPromotions: readonly Promotion[] = [];

/** Returns the promotions of rules by the way in which they combine. */
export function promotionOrder({ promotions = noPromotions }: Pick<PriceRules, 'promotions'>): PromotionOrder {
  const known = orderOf.get(promotions);
  if (known) return known;
  const idsOf = (combined: Promotion['combines']): ReadonlySet<number> =>
    new Set(promotions.filter(({ combines }) => combines === combined).map(({ id }) => id));
  const made = {
    stacked: idsOf('Stacks'),
    alone: idsOf('Alone'),
    byPriority: promotions.toSorted(byPriority),
  };
  orderOf.set(promotions, made);
  return made;
}

interface Planning {
  /** With each set menu as one item. */
  readonly bill: Bill;
  /** With the parts of set menus. */
  readonly whole: Bill;
  /** What stays. */
  readonly applied: readonly Applied[];
  readonly stacked: ReadonlySet<number>;
  readonly context: PromotionContext;
  /** Returns the promotions that take a percentage or an amount off an item, but those that go on top of others. */
  readonly offsOf: (item: BillItem) => readonly Promotion[];
}

/** Returns how often a promotion counts on a bill. A use that ended with one of its items leaves room for another one (R21.13). */
export function usesOf(id: number, { items, applied = [] }: Pick<Bill, 'items' | 'applied'>): number {
  const counted = new Set(countedOfItems(items, applied));
  const uses = applied.filter((one) => isLive(one) && (one.scope === 'Bill' || counted.has(one)));
  return new Set(uses.filter(({ promotionId }) => promotionId === id).map(({ rootKey }) => rootKey)).size;
}

/** Returns one plan: the sets in their order, for each item the best promotion, then those on top, then those of the bill. */
function planOf(sets: readonly Promotion[], rules: readonly Promotion[], planning: Planning): Planned[] {
  const { bill, applied, stacked, context } = planning;
  const ledger = ledgerOf({ ...bill, applied }, stacked);
  const plan: Planned[] = [];
  for (const rule of sets) planSet(rule, ledger, planning, plan);
  for (const item of bill.items) {
    const best = bestOff(item, ledger, rules, planning);
    if (best) plan.push(best);
  }
  for (const rule of rules.filter((one) => isLineOff(one) && one.combines === 'Stacks'))
    planStacked(rule, ledger, planning, plan);
  for (const rule of rules.filter(({ type }) => type === 'BillOff')) {
    const isKnown = applied.some((one) => one.promotionId === rule.id && isLive(one) && one.terms);
    if (!isKnown && countsAt(rule, bill, context.at, context)) plan.push({ rule, terms: termsOf(rule) });
  }
  return plan;
}

function planSet(rule: Promotion, ledger: Ledger, { bill, applied, context }: Planning, plan: Planned[]): void {
  const free = bill.items.map((item) => ({ item, qty: ledger.freeOf(item) }));
  let units = unitsFor(rule, free, bill, context);
  for (let uses = usesOf(rule.id, { ...bill, applied }); !rule.maxPerBill || uses < rule.maxPerBill; uses += 1) {
    const next = nextSet(rule, units, (item) => ledger.takenOf(item), context);
    if (!next || next.parts.every(({ amount }) => amount === 0)) return;
    ledger.add(next.parts, false);
    plan.push({ rule, parts: next.parts });
    units = next.rest;
  }
}

/** Returns a function that finds the promotions that take something off an item by itself; of each item they are looked for once for all plans. */
function offsFinder(
  promotions: readonly Promotion[],
  bill: Bill,
  context: PromotionContext,
): (item: BillItem) => readonly Promotion[] {
  const rules = promotions.filter((rule) => isLineOff(rule) && rule.combines !== 'Stacks');
  const found = new Map<string, readonly Promotion[]>();
  return (item) => {
    const known = found.get(item.key);
    if (known) return known;
    const own = rules.filter((rule) => isFor(rule, item, bill, context));
    found.set(item.key, own);
    return own;
  };
}

/** Returns the promotion that takes most off what is free of an item, ties the lower id. */
function bestOff(
  item: BillItem,
  ledger: Ledger,
  rules: readonly Promotion[],
  { offsOf }: Planning,
): Planned | undefined {
  const qty = ledger.freeOf(item);
  if (qty === 0) return undefined;
  let best: { readonly rule: Promotion; readonly amount: number } | undefined;
  for (const rule of offsOf(item)) {
    if (!rules.includes(rule)) continue;
    const amount = freeOff(rule, item, qty, ledger);
    if (amount > (best?.amount ?? 0) || (amount === best?.amount && rule.id < best.rule.id)) best = { rule, amount };
  }
  if (!best) return undefined;
  const parts = [{ itemKey: item.key, qty, amount: best.amount }];
  ledger.add(parts, false);
  return { rule: best.rule, parts };
}

/** Returns what a promotion takes off what is free of an item, which others leave alone. */
export function freeOff(rule: Promotion, item: BillItem, qty: number, ledger: Ledger): number {
  return Math.min(lineOff(rule, item, qty, 0), roomOf(item, ledger.takenOf(item)));
}

function planStacked(rule: Promotion, ledger: Ledger, { bill, applied, context }: Planning, plan: Planned[]): void {
  for (const item of bill.items) {
    const has = applied.some(
      (one) => one.promotionId === rule.id && isLive(one) && one.parts?.some(({ itemKey }) => itemKey === item.key),
    );
    if (has || !isFor(rule, item, bill, context)) continue;
    const amount = lineOff(rule, item, item.qty, ledger.takenOf(item));
    if (amount === 0) continue;
    const parts = [{ itemKey: item.key, qty: item.qty, amount }];
    ledger.add(parts, true);
    plan.push({ rule, parts });
  }
}

/** Returns every order of every part of a list, the empty one too. */
function orders<T>(list: readonly T[]): T[][] {
  return [[], ...list.flatMap((one) => orders(list.filter((other) => other !== one)).map((rest) => [one, ...rest]))];
}

/** Returns all plans: those of promotions that go together, and each one that goes alone, unless the bill has any already. */
function plansOf(rules: readonly Promotion[], planning: Planning): Planned[][] {
  const { bill, applied, stacked, context } = planning;
  const together = rules.filter(({ combines }) => combines !== 'Alone');
  const ledger = ledgerOf({ ...bill, applied }, stacked);
  const free = bill.items.map((item) => ({ item, qty: ledger.freeOf(item) }));
  const fits = (rule: Promotion): boolean =>
    nextSet(rule, unitsFor(rule, free, bill, context), () => 0, context) !== undefined;
  const most = bill.items.length > manyItems ? maxSets.long : maxSets.short;
  const sets = together.filter((rule) => isSet(rule) && fits(rule)).slice(0, most);
  const plans = orders(sets).map((order) => planOf(order, together, planning));
  if (applied.some(isLive)) return plans;
  const alone = rules.filter(({ combines }) => combines === 'Alone');
  return [...plans, ...alone.map((rule) => planOf(isSet(rule) ? [rule] : [], [rule], planning))];
}

const ids = (plan: readonly Planned[]): string =>
  plan
    .map(({ rule }) => rule.id)
    .sort((a, b) => a - b)
    .join();

/** Keys that were derived last: a bill is planned at each tap. */
const keys = new Map<string, string>();
const maxKeys = 1000;

function keyOf(name: string): string {
  const known = keys.get(name);
  if (known) return known;
  if (keys.size >= maxKeys) keys.clear();
  const key = derivedKey(name);
  keys.set(name, key);
  return key;
}

const contentOf = (parts: readonly AppliedPart[] | undefined): string =>
  (parts ?? [])
    .map(({ itemKey, qty }) => `${itemKey}:${qty}`)
    .toSorted()
    .join(' ');

/** Returns the name from which the key of an application derives: two tills that make the same one give it the same key. */
function namer(bill: Bill, applied: readonly Applied[]): (planned: Planned) => string {
  const counts = new Map<string, number>();
  const next = (name: string): string => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name} ${count}`;
  };
  const name = (id: number, parts: readonly AppliedPart[] | undefined): string =>
    `promo ${bill.key} ${id} ${parts ? contentOf(parts) : 'bill'}`;
  for (const { promotionId, parts, scope } of applied) next(name(promotionId, scope === 'Bill' ? undefined : parts));
  return ({ rule, parts }) => next(name(rule.id, parts));
}

function appliedOf(plan: readonly Planned[], { bill, applied, context }: Planning, version: number, isKeyed: boolean) {
  const order = applied.reduce((most, one) => Math.max(most, one.order + 1), 0);
  const at = new Date(context.at).toISOString();
  const nameOf = namer(bill, applied);
  return plan.map((one, place): Applied => {
    const name = nameOf(one);
    const key = isKeyed ? keyOf(name) : name;
    const { rule, parts, terms } = one;
    return {
      key,
      rootKey: key,
      promotionId: rule.id,
      version,
      words: rule.name,
      at,
      order: order + place,
      scope: terms ? 'Bill' : 'Line',
      ...(parts && { parts }),
      ...(terms && { terms }),
      ...(!terms && rule.customerId !== undefined && { customerId: rule.customerId }),
    };
  });
}

interface PlanWithTotal {
  readonly plan: readonly Planned[];
  readonly total: number;
}

/** Returns the plan with the lowest total; ties the one with fewer applications, then the smaller list of ids. */
function bestPlan(plans: readonly Planned[][], planning: Planning): PlanWithTotal {
  const totalOf = (plan: readonly Planned[]): number =>
    billTotals({
      ...planning.whole,
      applied: [...planning.applied, ...appliedOf(plan, planning, 0, false)],
    }).total;
  const [first = [], ...others] = plans;
  let best = { plan: first, total: totalOf(first) };
  for (const plan of others) {
    const total = totalOf(plan);
    const isBetter =
      total < best.total ||
      (total === best.total &&
        (plan.length < best.plan.length || (plan.length === best.plan.length && ids(plan) < ids(best.plan))));
    if (isBetter) best = { plan, total };
  }
  return best;
}

/** Of at most so many promotions of a plan every choice is left out. */
const maxLeftOut = 3;

/** Returns every choice of a list, without the empty one. */
function choices<T>(list: readonly T[]): T[][] {
  const [first, ...rest] = list;
  if (first === undefined) return [];
  const others = choices(rest);
  return [[first], ...others, ...others.map((choice) => [first, ...choice])];
}

/**
 * Returns the best plan of promotions. Where an item has a greatest discount, it may cost the same with a promotion as without one, but percentages of
 * the bill leave another laari on another item: then the plan without some of the promotions counts where its total is lower.
 */
function lowestPlan(rules: readonly Promotion[], planning: Planning): readonly Planned[] {
  const plans = plansOf(rules, planning);
  const isCapped = planning.whole.items.some(({ maxDiscountPct }) => maxDiscountPct !== undefined);
  if (plans.length === 1 && !isCapped) return plans[0] ?? [];
  const best = bestPlan(plans, planning);
  const used = [...new Set(best.plan.map(({ rule }) => rule))].filter((rule) => !isSet(rule)).slice(0, maxLeftOut);
  if (!isCapped || used.length === 0) return best.plan;
  const fewer = choices(used).flatMap((out) =>
    plansOf(
      rules.filter((rule) => !out.includes(rule)),
      planning,
    ),
  );
  const other = bestPlan(fewer, planning);
  return other.total < best.total ? other.plan : best.plan;
}

/** What a plan of promotions is limited to. */
interface PlanChoice {
  /** No other promotions. */
  readonly only?: ReadonlySet<number> | undefined;
  /** false: the applications are for figures only, and get no keys that other devices would give them. */
  readonly isKeyed?: boolean;
}

/** Returns the applications that a bill gets now with those that it has; null when none changes. Otherwise as `planPromotions`. */
export function plannedApplied(
  bill: Bill,
  rules: PriceRules,
  context: PromotionContext,
  { only, isKeyed = true }: PlanChoice = {},
): readonly Applied[] | null {
  const declined = new Set((bill.declined ?? []).map(({ promotionId }) => promotionId));
  const { byPriority: sortedRules, stacked, alone } = promotionOrder(rules);
  const promotions = promotionsFor({ promotions: sortedRules }, bill, context).filter(
    (rule) => !declined.has(rule.id) && (!only || only.has(rule.id)) && isWithinLimits(rule, bill, context),
  );
  if (promotions.at(-1)?.id === customerDiscountId) promotions.sort(byPriority);
  const applied = endedForGroup(bill);
  const isAlone = applied.some((one) => isLive(one) && alone.has(one.promotionId));
  const whole = { ...bill, items: bill.items.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
  const sorted = { ...whole, items: promotionItems(whole.items) };
  const offsOf = offsFinder(promotions, sorted, context);
  const planning = { bill: sorted, whole, applied, stacked, context, offsOf };
  const plan = isAlone || promotions.length === 0 ? [] : lowestPlan(promotions, planning);
  const known = new Set(applied.map(({ key }) => key));
  const made = appliedOf(plan, planning, rules.version, isKeyed).filter(({ key }) => !known.has(key));
  const isEnded = bill.applied !== undefined && applied !== bill.applied;
  if (made.length === 0 && !isEnded) return null;
  const all = [...applied, ...made].sort(byOrder);
  if (!made.some(({ terms }) => terms)) return all;
  // A promotion of the bill that takes nothing off would count later, out of its hours.
  const counting = new Set(
    billTotals({ ...bill, applied: all }).lines.flatMap(({ shares }) => shares.map(({ key }) => key)),
  );
  const kept = all.filter(({ key, terms }) => known.has(key) || !terms || counting.has(key));
  return kept.length === known.size && !isEnded ? null : kept;
}

/**
 * Returns the bill with the promotions that it gets now, and its totals; the bill itself when none changes. Its applications stay; those of the bill end
 * when its customer is in none of their groups. Promotions that were taken off do not come back. `only`: no other promotions. The order of the items
 * changes nothing.
 */
export function planPromotions(
  bill: Bill,
  rules: PriceRules,
  context: PromotionContext,
  only?: ReadonlySet<number>,
): Bill {
  const applied = plannedApplied(bill, rules, context, { only });
  return applied ? applyTotals({ ...bill, applied }) : bill;
}
