/** The promotions of a bill after a request: those that a till gave are proved, those of a till without the rules are planned. Source: R21.11–R21.13, R21.22–R21.24, docs/rules.md#promotions. */
import { type Applied, byOrder, isLive } from '@atoll/domain/bill/applied';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { MergedInput } from '@atoll/domain/bill/merge/merge-input';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { endedForGroup, withDeclined, withEndedRoots } from '@atoll/domain/bill/promotion/decline';
import type { PromotionContext } from '@atoll/domain/bill/promotion/line-off';
import { planPromotions } from '@atoll/domain/bill/promotion/plan';
import { verifyApplied } from '@atoll/domain/bill/promotion/verify';
import type { AppliedInput, BillInput, BillItemInput } from '@atoll/domain/contract/bill/bill';
import { businessDate } from '@atoll/domain/date/business-day';
import { customerDiscountId, customerDiscountName } from '@atoll/domain/price/promotion';
import { promotionIndex } from '@atoll/domain/price/promotion-index';
import type { PriceRules } from '@atoll/domain/price/rules';
import type { KnownRules } from '../../price/service.ts';
import { listedIn, type ReadTap } from './offered.ts';
import type { OutletTerms } from './outlet-terms.ts';

interface Promoting {
  readonly stored: Bill;
  readonly input: Pick<BillInput, 'applied' | 'declined'>;
  readonly items: readonly BillItemInput[];
  readonly terms: OutletTerms;
  /** The price rules by version. */
  readonly rules: ReadonlyMap<number, KnownRules>;
  readonly windowMs: number;
  /** Server time, epoch ms. */
  readonly now: number;
  readonly readTap: ReadTap;
  /** Returns whether the till was without the server at a time that it names. */
  readonly wasAway: (text: string | undefined) => boolean;
  /** The promotions whose limits of bills are reached. */
  readonly usedUp: ReadonlySet<number>;
  /** The birthday in the record of the bill's customer, null for none. Undefined: no promotion asks for it. */
  readonly birthday: string | null | undefined;
  /** The work was made without the server: what was shown to the guest counts, and nothing is added. */
  readonly isLate: boolean;
  /** So was the payment: also what no rules give counts, flagged. */
  readonly isPaid: boolean;
}

/** What the rules are read with; without limits of bills where nothing new is planned. */
type Context = Pick<Promoting, 'terms'> & Partial<Pick<Promoting, 'usedUp' | 'birthday'>>;

export interface PromotedBill {
  readonly bill: Bill;
  /** The promotions that this request takes off. */
  readonly declined: readonly number[];
}

/** Returns whether a till sends promotions: the totals of what it changes are computed with them. */
export const hasApplied = ({ applied = [] }: Pick<Promoting['input'], 'applied'>): boolean => applied.length > 0;

/** Returns the bill with its promotions and totals, the bill itself when none changes. */
export function promoteBill(merged: MergedInput, promoting: Promoting): PromotedBill {
  const { stored, input, terms, isLate, isPaid } = promoting;
  const { bill } = merged;
  if (!stored.isOpen || merged.refused !== null) return { bill, declined: [] };
  const { promotions } = terms.prices;
  if (!promotions && !input.applied && !input.declined && !bill.applied && !bill.customer?.discountPct)
    return { bill, declined: [] };
  const known = new Set((bill.declined ?? []).map(({ promotionId }) => promotionId));
  const declined = (input.declined ?? []).filter(({ promotionId }) => !known.has(promotionId));
  const start = declined.length > 0 ? withDeclined(bill, declined) : bill;
  const isNew = merged.insertedKeys.length > 0;
  const hasCustomer = merged.changedFields.includes('customerId') || merged.changedFields.includes('customer');
  const hasCoupon = merged.changedFields.includes('coupons');
  const mayPlan = !isLate && !isPaid;
  // The till says that there is none, as of most bills.
  if (start === bill && input.applied?.length === 0 && !bill.applied && !(mayPlan && hasCustomer))
    return { bill, declined: [] };
  const tapped = withTaps(start, merged.insertedKeys, promoting);
  const context = contextOf(promoting, promoting.now);
  const { bill: proved, isRefused } = prove(tapped, merged.insertedKeys, promoting);
  const isPlanned = mayPlan && (isNew || hasCustomer || hasCoupon) && (input.applied === undefined || isRefused);
  const again = mayPlan ? endedSets(tapped, merged.voidedKeys) : new Set<number>();
  let planned = isPlanned ? planPromotions(proved, terms.prices, context) : proved;
  // A till may not know the discount of the customer's house account.
  if (mayPlan && hasCustomer && !isPlanned)
    planned = planPromotions(planned, terms.prices, context, new Set([customerDiscountId]));
  // Promotions for a group end when the customer is in none of it.
  if (planned.applied) planned = { ...planned, applied: endedForGroup(planned) };
  if (again.size > 0) planned = planPromotions(planned, terms.prices, context, again);
  const ids = declined.map(({ promotionId }) => promotionId);
  const isSame = planned.applied === bill.applied && start === bill;
  if (isSame && !(merged.isChanged && hasApplied(input))) return { bill, declined: ids };
  return { bill: applyTotals({ ...start, ...(planned.applied && { applied: planned.applied }) }), declined: ids };
}

/** Returns the bill with its new items at the time of their tap, by which promotions count. */
function withTaps(bill: Bill, inserted: readonly string[], { items, readTap }: Promoting): Bill {
  if (inserted.length === 0) return bill;
  const sent = new Map(items.map((item) => [item.key, item]));
  const fresh = new Set(inserted);
  const atTap = (item: BillItem): BillItem => {
    if (!fresh.has(item.key)) return item;
    const tappedAt = readTap(sent.get(item.key)?.createdAt);
    return tappedAt === Date.parse(item.createdAt) ? item : { ...item, createdAt: new Date(tappedAt).toISOString() };
  };
  return { ...bill, items: bill.items.map(atTap) };
}

/** Returns a bill on which the promotions of these root keys ended elsewhere; each of them, and no other, is tried again on the rest (R21.13). */
export function withoutRoots(bill: Bill, roots: ReadonlySet<string>, terms: OutletTerms, now: number): Bill {
  const ended = withEndedRoots(bill, roots);
  if (ended === bill) return bill;
  const again = (bill.applied ?? []).filter(({ rootKey }) => roots.has(rootKey)).map(({ promotionId }) => promotionId);
  return planPromotions(ended, terms.prices, contextOf({ terms }, now), new Set(again));
}

function contextOf({ terms, usedUp, birthday }: Context, at: number): PromotionContext {
  const { timezone, businessDayCutoff: cutoff } = terms.outlet;
  return {
    at,
    timezone,
    cutoff,
    usedUp,
    birthday,
    find(id) {
      const entry = terms.catalogue.get(id);
      if (!entry) return undefined;
      const { openPrice } = entry.menuItem;
      return { categoryIds: listedIn(entry.categoryIds, terms.menus), openPrice };
    },
  };
}

/** Returns the promotions of sets that end because one of their items is void. */
function endedSets({ applied = [] }: Bill, voidedKeys: readonly string[]): Set<number> {
  const voided = new Set(voidedKeys);
  const ended = applied.filter(
    (one) => isLive(one) && (one.parts?.length ?? 0) > 1 && one.parts?.some(({ itemKey }) => voided.has(itemKey)),
  );
  return new Set(ended.map(({ promotionId }) => promotionId));
}

/** Returns the bill with the applications of the request that its rules give, or that a guest has paid. */
function prove(
  bill: Bill,
  inserted: readonly string[],
  promoting: Promoting,
): { readonly bill: Bill; readonly isRefused: boolean } {
  if (!promoting.input.applied?.length) return { bill, isRefused: false };
  const known = new Set((bill.applied ?? []).map(({ key }) => key));
  const sent = promoting.input.applied.map(asApplied).filter(({ key }) => !known.has(key));
  const readAt = planTimes(bill, inserted, promoting);
  let proved = bill;
  let isRefused = false;
  for (const one of inPlanOrder(sent, promoting)) {
    const at = readAt(one);
    const named = { ...one, order: nextOrder(proved), at: new Date(at).toISOString() };
    const given = provedBy(proved, named, promoting, at);
    if (given) proved = { ...proved, applied: [...(proved.applied ?? []), given].sort(byOrder) };
    else isRefused = true;
  }
  return { bill: proved, isRefused };
}

/**
 * Returns the reader of the time at which a promotion was planned, epoch ms. Those of the bill are planned at a tap, and that of new items is the only one
 * that the server can know: a till that was there and sends none gets them as of now.
 */
function planTimes(
  { items }: Bill,
  inserted: readonly string[],
  { readTap, wasAway, now }: Promoting,
): (one: Applied) => number {
  const fresh = new Set(inserted);
  const taps = items.filter(({ key }) => fresh.has(key)).map(({ createdAt }) => Date.parse(createdAt));
  const first = Math.min(now, ...taps);
  return ({ scope, at }) => (scope === 'Line' || wasAway(at) ? readTap(at) : Math.max(first, readTap(at)));
}

const nextOrder = ({ applied = [] }: Bill): number => applied.reduce((most, one) => Math.max(most, one.order + 1), 0);

/** Returns applications in the order of a plan, which changes what those on top of others take off: a till does not choose it. */
function inPlanOrder(sent: readonly Applied[], { terms, rules }: Promoting): readonly Applied[] {
  if (sent.length < 2) return sent;
  const ruleOf = ({ promotionId, version }: Applied) =>
    promotionIn(rules.get(version)?.rules ?? terms.prices, promotionId);
  const placeOf = (one: Applied): number[] => {
    const rule = ruleOf(one);
    const rank = one.scope === 'Bill' ? 2 : Number(rule?.combines === 'Stacks');
    return rank === 0 ? [0, 0, 0] : [rank, -(rule?.priority ?? 0), one.promotionId];
  };
  return sent.toSorted((a, b) => {
    const [left, right] = [placeOf(a), placeOf(b)];
    const differs = left.findIndex((value, place) => value !== right[place]);
    return differs < 0 ? byOrder(a, b) : (left[differs] ?? 0) - (right[differs] ?? 0);
  });
}

const promotionIn = ({ promotions }: PriceRules, id: number) => promotionIndex(promotions).byId.get(id);

const asApplied = ({ key, parts, ...one }: AppliedInput): Applied => ({
  ...one,
  key: key.toLowerCase(),
  rootKey: key.toLowerCase(),
  ...(parts && { parts: parts.map((part) => ({ ...part, itemKey: part.itemKey.toLowerCase() })) }),
});

/**
 * Returns an application that the present rules give, or, flagged, those that the till names and that were replaced within the window. What was paid
 * without the server counts, flagged, when its rule gives it at another time, however long ago it was replaced.
 */
function provedBy(bill: Bill, one: Applied, promoting: Promoting, at: number): Applied | undefined {
  const { terms, rules, windowMs, isPaid, isLate, usedUp } = promoting;
  // What was given without the server counts.
  if (usedUp.has(one.promotionId) && (isLate || isPaid)) {
    const found = provedBy(bill, one, { ...promoting, usedUp: new Set() }, at);
    return found && { ...found, flag: found.flag ?? 'OverLimit' };
  }
  const context = contextOf(promoting, at);
  const by = (some: PriceRules, read: PromotionContext = context): Applied | undefined =>
    verifyApplied(bill, one, some, read) ? { ...one, words: nameIn(some, one.promotionId) ?? one.words } : undefined;
  const given = by(terms.prices);
  if (given) return given;
  const old = rules.get(one.version);
  const isRecent = old !== undefined && old.replacedAt !== null && at - old.replacedAt <= windowMs;
  const before = isRecent ? by(old.rules) : undefined;
  if (before) return { ...before, flag: 'OldRules' };
  // A birthday that the till knew otherwise counts too.
  const anyDay = { ...context, birthday: businessDate(at, context.timezone, context.cutoff) };
  const paid = isPaid ? by(withoutTimes(old?.rules ?? terms.prices), anyDay) : undefined;
  return paid && { ...paid, flag: 'Unproven' };
}

const nameIn = (rules: PriceRules, id: number): string | undefined =>
  id === customerDiscountId ? customerDiscountName : promotionIn(rules, id)?.name;

const noTimes = { availability: undefined, fromDate: undefined, toDate: undefined, maxPerBill: undefined };

/** Returns the rules with promotions that count at any time, and as often as the bill holds them. */
const withoutTimes = ({ promotions = [], ...rules }: PriceRules): PriceRules => ({
  ...rules,
  promotions: promotions.map((promotion) => ({ ...promotion, ...noTimes })),
});
